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

test('a thousandth of a degree is 111.195 m to the north, and half of it to the east on the parallel of 60 degrees', () => {
  expect(projectFrom([10, 60], [10, 60.001])[1]).toBeCloseTo(DEGREE / 1000, 5);
  expect(projectFrom([10, 60], [10.001, 60])[0]).toBeCloseTo(DEGREE / 2000, 5);
});

test('ninety degrees away a place is the radius of the earth off', () => {
  expect(projectFrom([0, 0], [90, 0])).toEqual([expect.closeTo(EARTH_RADIUS, 3), expect.closeTo(0, 3)]);
  expect(projectFrom([0, 0], [0, 90])).toEqual([expect.closeTo(0, 3), expect.closeTo(EARTH_RADIUS, 3)]);
});

test('the antimeridian and the poles are nowhere special', () => {
  expect(projectFrom([179.9995, 0], [-179.9995, 0])[0]).toBeCloseTo(DEGREE / 1000, 5);
  // Over the pole to the other side: on by twice the way to it.
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
])('from the plane at %d, %d a place comes back as it was', (lng, lat) => {
  const plane = new TangentPlane();
  plane.setOrigin(lng, lat);
  for (const [east, north] of [
    [0.02, 0.003],
    [-0.4, -0.009],
  ] as const) {
    const place = { lng: lng + east, lat: lat + north };
    plane.project(place.lng, place.lat);
    plane.unproject(plane.x, plane.y);
    expect(plane.lng).toBeCloseTo(
      place.lng < -180 ? place.lng + 360 : place.lng >= 180 ? place.lng - 360 : place.lng,
      9,
    );
    expect(plane.lat).toBeCloseTo(place.lat, 9);
  }
});
