import { expect, test } from 'vitest';
import { geodesicDistance, geodesicLength } from './geodesic.ts';

test('agrees with the survey of Geoscience Australia', () => {
  // Flinders Peak and Buninyong, GDA94 (GRS 80): ellipsoidal distance 54 972.271 m. GRS 80 and WGS-84 differ by 0.1 mm here.
  const flindersPeak = [144 + 25 / 60 + 29.5244 / 3600, -(37 + 57 / 60 + 3.7203 / 3600)] as const;
  const buninyong = [143 + 55 / 60 + 35.3839 / 3600, -(37 + 39 / 60 + 10.1561 / 3600)] as const;
  expect(geodesicDistance(flindersPeak, buninyong)).toBeCloseTo(54_972.271, 2);
});

test('measures a degree of the equator and of the meridian', () => {
  // By hand: 2 pi 6 378 137 / 360 = 111 319.4908 m. The meridian arc from 0 to 1 degree north is 110 574.389 m (any table of
  // the ellipsoid WGS-84).
  expect(geodesicDistance([10, 0], [11, 0])).toBeCloseTo(111_319.4908, 3);
  expect(geodesicDistance([10, 0], [10, 1])).toBeCloseTo(110_574.389, 2);
});

test('crosses the antimeridian, returns 0 for equal points, and a distance for antipodal ones', () => {
  expect(geodesicDistance([179.5, 0], [180.5, 0])).toBeCloseTo(geodesicDistance([179.5, 0], [-179.5, 0]), 6);
  expect(geodesicDistance([8, 47], [8, 47])).toBe(0);
  // Half of the circumference of the sphere of the mean radius.
  expect(geodesicDistance([0, 0], [180, 0.001])).toBeGreaterThan(20_000_000);
});

test('adds the segments of a line', () => {
  const line = [
    [10, 0],
    [11, 0],
    [10, 0],
  ] as const;
  expect(geodesicLength(line)).toBeCloseTo(2 * 111_319.4908, 3);
  expect(geodesicLength([[10, 0]])).toBe(0);
});
