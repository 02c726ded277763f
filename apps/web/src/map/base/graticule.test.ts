import { expect, test } from 'vitest';
import { graticule, graticuleStep } from './graticule.ts';

test('keeps lines at least 150 pixels apart, at round angles', () => {
  // At zoom 11 a pixel is 360 * 3600 / (512 * 2048) = 1.236 seconds: 150 pixels are 185.4, the next round step is 5
  // minutes.
  expect(graticuleStep(11)).toBe(300);
  // At zoom 17 a pixel is 0.0193 seconds: 150 pixels are 2.9.
  expect(graticuleStep(17)).toBe(5);
  expect(graticuleStep(20)).toBe(1);
});

test('draws every round line that crosses the area, with its name', () => {
  const { features } = graticule({ west: 110.3, south: 25.2, east: 110.52, north: 25.3 }, 11);
  expect(features.map(({ properties }) => properties?.name)).toEqual([
    '110°20′E',
    '110°25′E',
    '110°30′E',
    '25°15′N',
  ]);
});

test('changes the hemisphere letter at the antimeridian and the equator', () => {
  const { features } = graticule({ west: 179.95, south: -0.05, east: 180.1, north: 0.09 }, 11);
  expect(features.map(({ properties }) => properties?.name)).toEqual([
    '180°00′W',
    '179°55′W',
    '0°00′N',
    '0°05′N',
  ]);
});

test('includes seconds in names if the step has them', () => {
  const { features } = graticule({ west: 10, south: 0.001, east: 10.002, north: 0.0011 }, 17);
  expect(features.map(({ properties }) => properties?.name)).toEqual(['10°00′00″E', '10°00′05″E']);
});
