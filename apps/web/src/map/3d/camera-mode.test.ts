import { trackOf } from '@wakeline/domain/tracks/track';
import { describe, expect, test } from 'vitest';
import { headingAt, initialDistance, pointAhead, zoomAt } from './camera-mode.ts';

function trackThrough(points: readonly (readonly [lng: number, lat: number])[], dir: number | null = null) {
  return trackOf(
    points.map(([lng, lat], at) => ({
      lng,
      lat,
      time: at * 10_000,
      dir,
      speed: null,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: at,
    })),
  );
}

describe('zoomAt', () => {
  test('is 0 at half the height of a world that fills it at 90°', () => {
    // At 90° of view the camera is half the height away: 256 of 512 pixels, and the world is 512 pixels wide.
    expect(zoomAt(20_015_114.44, 0, 512, 90)).toBeCloseTo(0, 6);
  });

  test('increases by one at half the distance, and decreases by one at 60° north', () => {
    expect(zoomAt(10_007_557.22, 0, 512, 90)).toBeCloseTo(1, 6);
    expect(zoomAt(20_015_114.44, 60, 512, 90)).toBeCloseTo(-1, 6);
  });
});

test('projects a point ahead at the ground distance', () => {
  // At 60° north a degree of longitude is half of 111.195 km.
  expect(pointAhead({ lng: 10, lat: 60 }, 90, 55_597.5)).toEqual({
    lng: expect.closeTo(11, 4),
    lat: expect.closeTo(60, 6),
  });
  // To the south, where the scale hardly changes over a kilometre: 1,111.95 m are 0.01°.
  expect(pointAhead({ lng: 10, lat: 0 }, 180, 1_111.95)).toEqual({
    lng: expect.closeTo(10, 6),
    lat: expect.closeTo(-0.01, 5),
  });
});

test('chooses an initial distance from which the curtain is visible', () => {
  expect(initialDistance(0)).toBe(900);
  expect(initialDistance(2_000)).toBe(4_400);
  expect(initialDistance(100_000)).toBe(60_000);
});

describe('headingAt', () => {
  test('is the direction from the position before to the position after', () => {
    // To the east, then to the north: north-east at the corner. At 60° north 0.002° of longitude are as long as
    // 0.001° of latitude.
    const track = trackThrough([
      [10, 60],
      [10.002, 60],
      [10.002, 60.001],
    ]);
    expect(headingAt(track, 0, 10_000)).toBeCloseTo(90, 1);
    expect(headingAt(track, 10_000, 10_000)).toBeCloseTo(45, 1);
    expect(headingAt(track, 20_000, 10_000)).toBeCloseTo(0, 1);
  });

  test('takes the short way across the antimeridian', () => {
    const track = trackThrough([
      [179.999, 0],
      [-179.999, 0],
    ]);
    expect(headingAt(track, 0, 10_000)).toBeCloseTo(90, 3);
  });

  test('is the reported course of a device that hardly moves', () => {
    const track = trackThrough(
      [
        [10, 60],
        [10.000_01, 60],
      ],
      217,
    );
    expect(headingAt(track, 5_000, 10_000)).toBeCloseTo(217, 3);
  });

  test('is the last direction of movement if no course is reported', () => {
    const track = trackThrough([
      [10, 60],
      [10, 59.999],
      [10, 59.999],
      [10, 59.999],
      [10, 59.999],
    ]);
    expect(headingAt(track, 40_000, 10_000)).toBeCloseTo(180, 3);
  });
});
