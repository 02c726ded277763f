import { expect, test } from 'vitest';
import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { TangentPlane } from './tangent-plane.ts';

const DEGREE = (EARTH_RADIUS * Math.PI) / 180;

function projectFrom(origin: [number, number], point: [number, number]): [number, number] {
  const plane = new TangentPlane();
  plane.setOrigin(...origin);
  plane.project(...point);
  return [plane.x, plane.y];
}

test('projects 0.001° to 111.195 m north, and half of it east at 60° latitude', () => {
  expect(projectFrom([10, 60], [10, 60.001])[1]).toBeCloseTo(DEGREE / 1000, 5);
  expect(projectFrom([10, 60], [10.001, 60])[0]).toBeCloseTo(DEGREE / 2000, 5);
});

test('projects a point 90° away to the radius of the earth', () => {
  expect(projectFrom([0, 0], [90, 0])).toEqual([expect.closeTo(EARTH_RADIUS, 3), expect.closeTo(0, 3)]);
  expect(projectFrom([0, 0], [0, 90])).toEqual([expect.closeTo(0, 3), expect.closeTo(EARTH_RADIUS, 3)]);
});

test('projects across the antimeridian and the poles', () => {
  expect(projectFrom([179.9995, 0], [-179.9995, 0])[0]).toBeCloseTo(DEGREE / 1000, 5);
  // Over the pole to the other side: twice the distance to the pole.
  expect(projectFrom([20, 89.9995], [-160, 89.9995])).toEqual([
    expect.closeTo(0, 5),
    expect.closeTo(DEGREE / 1000, 5),
  ]);
});

test.each([
  [0, 0],
  [179.9999, -17],
  [-180, 12],
  [45, 89.99],
  [-73, -89.9],
])('restores the coordinates of a point projected at %d, %d', (lng, lat) => {
  const plane = new TangentPlane();
  plane.setOrigin(lng, lat);
  for (const [east, north] of [
    [0.02, 0.003],
    [-0.4, -0.009],
  ] as const) {
    const point = { lng: lng + east, lat: lat + north };
    plane.project(point.lng, point.lat);
    plane.unproject(plane.x, plane.y);
    expect(plane.lng).toBeCloseTo(
      point.lng < -180 ? point.lng + 360 : point.lng >= 180 ? point.lng - 360 : point.lng,
      9,
    );
    expect(plane.lat).toBeCloseTo(point.lat, 9);
  }
});
