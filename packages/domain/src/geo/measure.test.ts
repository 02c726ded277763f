import { describe, expect, test } from 'vitest';
import type { Position } from '../fences/fence-shape.ts';
import { polygonArea, ringArea, ringLength, segmentLengths } from './measure.ts';

/** Latitude first, as in the programs below. */
const ring = (...positions: readonly [lat: number, lng: number][]): Position[] =>
  positions.map(([lat, lng]) => [lng, lat]);

// Expected values: geod of PROJ 9.1.1, `geod +R=6371008.8 -I`.
test('measures the segments from Beijing via Shanghai to Hong Kong', () => {
  const [first = 0, second = 0] = segmentLengths(
    ring([39.9042, 116.4074], [31.2304, 121.4737], [22.3193, 114.1694]),
  );
  expect(first).toBeCloseTo(1_067_311.6452, 3);
  expect(second).toBeCloseTo(1_227_032.1091, 3);
  // On the ellipsoid WGS-84 the same program gives 0.14 % and 0.17 % less.
  expect(first / 1_065_846.4895 - 1).toBeCloseTo(0.0014, 4);
  expect(second / 1_224_971.4154 - 1).toBeCloseTo(0.0017, 4);
});

test('returns no segments for a single position', () => {
  expect(segmentLengths([[1, 2]])).toEqual([]);
});

// Expected values: PolygonArea of GeographicLib 2.0 for Python, once with Geodesic(6371008.8, 0), once with WGS84.
describe.each([
  {
    name: 'a square degree at the equator',
    positions: ring([0, 0], [0, 1], [1, 1], [1, 0]),
    sphere: 12_364_031_909.4656,
    ellipsoid: 12_308_778_361.4695,
    perimeter: 444_763.385,
  },
  {
    name: 'an eighth of the earth',
    positions: ring([0, 0], [0, 90], [90, 0]),
    sphere: 63_758_235_121_608.98,
    ellipsoid: 63_758_202_715_511.05,
    perimeter: 30_022_671.6631,
  },
  {
    name: 'the bay of Qingdao',
    positions: ring([36.05, 120.28], [36.05, 120.33], [36.09, 120.33], [36.09, 120.28]),
    sphere: 19_988_158.4321,
    ellipsoid: 19_991_481.1347,
    perimeter: 17_883.4849,
  },
  {
    name: 'across the antimeridian',
    positions: ring([-1, 179], [-1, -179], [1, -179], [1, 179]),
    sphere: 49_459_893_267.9111,
    ellipsoid: 49_238_887_518.5544,
    perimeter: 889_492.8928,
  },
  {
    name: 'around the pole',
    positions: ring([80, 0], [80, 90], [80, 180], [80, -90]),
    sphere: 2_485_429_680_512.4688,
    ellipsoid: 2_507_270_031_169.875,
    perimeter: 6_274_090.8933,
  },
  {
    name: 'a field of ten thousand square metres',
    positions: ring([30, 110], [30, 110.001], [30.001, 110.001], [30.001, 110]),
    sphere: 10_707.7837,
    ellipsoid: 10_695.687,
    perimeter: 414.9847,
  },
])('$name', ({ positions, sphere, ellipsoid, perimeter }) => {
  test('has the area on the sphere in both orientations', () => {
    expect(Math.abs(ringArea(positions) / sphere - 1)).toBeLessThan(1e-8);
    expect(ringArea(positions.toReversed())).toBeCloseTo(ringArea(positions), 0);
  });

  test('differs by less than 1 % from the area on the ellipsoid', () => {
    expect(Math.abs(ringArea(positions) / ellipsoid - 1)).toBeLessThan(0.009);
  });

  test('has the expected perimeter', () => {
    // The program prints tenths of a millimetre.
    expect(Math.abs(ringLength(positions) - perimeter)).toBeLessThan(Math.max(1e-4, perimeter * 1e-9));
  });
});

test('accepts longitudes beyond 180 degrees', () => {
  const across = ring([-1, 179], [-1, 181], [1, 181], [1, 179]);
  expect(ringArea(across)).toBeCloseTo(49_459_893_267.9111, 0);
});

test('subtracts the area of a hole', () => {
  const outline = ring([0, 0], [0, 1], [1, 1], [1, 0]);
  const hole = ring([0.2, 0.2], [0.4, 0.2], [0.4, 0.4]);
  expect(polygonArea([outline, hole])).toBeCloseTo(ringArea(outline) - ringArea(hole), 3);
  expect(polygonArea([])).toBe(0);
});
