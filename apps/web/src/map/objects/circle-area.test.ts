import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { expect, test } from 'vitest';
import { circleArea, countCircleVertices } from './circle-area.ts';

const at = ([longitude, latitude]: readonly [number, number]) => ({ longitude, latitude });

test.each([
  [10, [110.49, 24.78]],
  [5_000, [-3, 62]],
  [200_000, [25, 70]],
] as const)('places every vertex of a circle of %i m at its radius from the centre', (radius, centre) => {
  for (const vertex of circleArea(centre, radius)) {
    expect(greatCircleDistance(at(centre), at(vertex))).toBeCloseTo(radius, 3);
  }
});

test('starts in the north, and reaches the east after a quarter', () => {
  // 111,195.08 m is a degree on a sphere of 6,371,008.8 m.
  const ring = circleArea([10, 0], 111_195.08);
  const quarter = ring[ring.length / 4];
  expect(ring[0]?.[0]).toBeCloseTo(10, 6);
  expect(ring[0]?.[1]).toBeCloseTo(1, 5);
  expect(quarter?.[0]).toBeCloseTo(11, 5);
  expect(quarter?.[1]).toBeCloseTo(0, 6);
});

test('gives larger circles more vertices, within limits', () => {
  expect(countCircleVertices(5)).toBe(48);
  // acos(1 - 1/4000) = 0.022361 rad, pi / 0.022361 = 140.5: 141 vertices, the next multiple of 4 is 144.
  expect(countCircleVertices(100_000)).toBe(144);
});

test('keeps a circle across the antimeridian connected', () => {
  const ring = circleArea([179.9, 10], 50_000);
  for (const [index, [lng]] of ring.entries())
    expect(Math.abs(lng - (ring[index + 1] ?? ring[0] ?? [0])[0])).toBeLessThan(1);
  expect(Math.max(...ring.map(([lng]) => lng))).toBeGreaterThan(180);
});

test('covers the pole with a circle around it', () => {
  const ring = circleArea([0, 85], 1_000_000);
  const lngs = ring.map(([lng]) => lng);
  expect(Math.max(...lngs) - Math.min(...lngs)).toBeCloseTo(360, 6);
  expect(ring.slice(-2).map(([, lat]) => lat)).toEqual([90, 90]);
});
