import { expect, test } from 'vitest';
import { groundDistance, planeAround, tangentPlane, webMapPlane } from './ground-plane.ts';

/** Expected values: PROJ 9.1, `+proj=ortho +ellps=WGS84`, metres to five decimals. */
test.each([
  [
    [-0.26, 51.765],
    [0.02, 0.01],
    [1380.43594, 1112.81903],
  ],
  [
    [-0.26, 51.765],
    [-0.1, 0.05],
    [-6896.0725, 5567.89426],
  ],
  [
    [-0.26, 51.765],
    [1, -0.7],
    [70095.99183, -77396.91666],
  ],
  [
    [25.8, 62.1],
    [0.02, 0.01],
    [1044.18461, 1114.63387],
  ],
  [
    [25.8, 62.1],
    [1, -0.7],
    [53423.0487, -77595.07346],
  ],
  [
    [110, 0],
    [-0.1, 0.05],
    [-11131.93922, 5528.7131],
  ],
] as const)('projects around %j as PROJ does: %j', ([lng, lat], [east, north], [x, y]) => {
  const plane = tangentPlane([lng, lat]);
  const at = plane.toPlane([lng + east, lat + north]);
  expect(at.x).toBeCloseTo(x, 4);
  expect(at.y).toBeCloseTo(y, 4);
  const back = plane.toLngLat(at);
  expect(back[0]).toBeCloseTo(lng + east, 10);
  expect(back[1]).toBeCloseTo(lat + north, 10);
});

test('continues across the antimeridian', () => {
  const plane = planeAround([
    [179.9, 10],
    [-179.9, 10],
  ]);
  // By hand: 0.1 degrees of the parallel at 10 degrees are 10.963 km.
  expect(Math.abs(plane.toPlane([-179.9, 10]).x - 10_963)).toBeLessThan(1);
  expect(plane.toLngLat({ x: 10_963, y: 0 })[0]).toBeCloseTo(180.1, 4);
});

test('has no position beyond the ellipsoid', () => {
  expect(tangentPlane([0, 0]).toLngLat({ x: 7_000_000, y: 0 })[0]).toBeNaN();
});

test('uses the plane of the web map for pictures of countries', () => {
  const positions = [
    [100, 20],
    [110, 20],
    [105, 30],
  ] as const;
  const expected = webMapPlane([105, 70 / 3]).toPlane([110, 20]);
  expect(planeAround(positions).toPlane([110, 20])).toEqual(expected);
  // By hand: 5 degrees of 360, on a circle of 40 075 016.69 m times the cosine of 23.333 degrees.
  expect(Math.abs(expected.x - 511_077)).toBeLessThan(1);
});

test('measures on the ground', () => {
  // By hand: a second of longitude on the equator is 40 075 016.69 m / 1 296 000.
  expect(groundDistance([10, 0], [10 + 1 / 3600, 0])).toBeCloseTo(30.9221, 4);
});
