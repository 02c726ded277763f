import { expect, test } from 'vitest';
import { graticule, graticuleStep } from './graticule.ts';

test('lines are 150 pixels apart at least, at round angles', () => {
  // At zoom 11 a pixel is 360 * 3600 / (512 * 2048) = 1.236 seconds: 150 of them are 185.4, the next round step is 5 minutes.
  expect(graticuleStep(11)).toBe(300);
  // At zoom 17 it is 0.0193: 150 of them are 2.9 seconds.
  expect(graticuleStep(17)).toBe(5);
  expect(graticuleStep(20)).toBe(1);
});

test('every round line that crosses the area is there, by its name', () => {
  const { features } = graticule({ west: 110.3, south: 25.2, east: 110.52, north: 25.3 }, 11);
  expect(features.map(({ properties }) => properties?.name)).toEqual([
    '110°20′E',
    '110°25′E',
    '110°30′E',
    '25°15′N',
  ]);
});

test('across the antimeridian and the equator the names change sides', () => {
  const { features } = graticule({ west: 179.95, south: -0.05, east: 180.1, north: 0.09 }, 11);
  expect(features.map(({ properties }) => properties?.name)).toEqual([
    '180°00′W',
    '179°55′W',
    '0°00′N',
    '0°05′N',
  ]);
});

test('seconds are written where the step has them', () => {
  const { features } = graticule({ west: 10, south: 0.001, east: 10.002, north: 0.0011 }, 17);
  expect(features.map(({ properties }) => properties?.name)).toEqual(['10°00′00″E', '10°00′05″E']);
});
