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

describe('the zoom at a distance', () => {
  test('is 0 where the whole circumference is as far as it is wide', () => {
    // At 90° of view the camera is half the height away: 256 of 512 pixels, and the world has 512.
    // So 512 pixels = 40,030,228.88 m are 256 pixels = 20,015,114.44 m of distance at zoom 0.
    expect(zoomAt(20_015_114.44, 0, 512, 90)).toBeCloseTo(0, 6);
  });

  test('goes up by one for half the distance, and down by one at 60° north', () => {
    expect(zoomAt(10_007_557.22, 0, 512, 90)).toBeCloseTo(1, 6);
    expect(zoomAt(20_015_114.44, 60, 512, 90)).toBeCloseTo(-1, 6);
  });
});

test('what lies ahead is so far on the map as it is on the ground', () => {
  // At 60° north a degree of longitude is half of 111.195 km.
  expect(pointAhead({ lng: 10, lat: 60 }, 90, 55_597.5)).toEqual({
    lng: expect.closeTo(11, 4),
    lat: expect.closeTo(60, 6),
  });
  // And to the south, where the map's scale hardly changes over a kilometre: 1,111.95 m are 0.01°.
  expect(pointAhead({ lng: 10, lat: 0 }, 180, 1_111.95)).toEqual({
    lng: expect.closeTo(10, 6),
    lat: expect.closeTo(-0.01, 5),
  });
});

test('a device is first looked at from so far that its curtain is seen', () => {
  expect(initialDistance(0)).toBe(900);
  expect(initialDistance(2_000)).toBe(4_400);
  expect(initialDistance(100_000)).toBe(60_000);
});

describe('where a track leads', () => {
  test('is the way from before to after', () => {
    // To the east, then to the north: at the corner north-east. At 60° north 0.002° of longitude are as long as 0.001° of latitude.
    const track = trackThrough([
      [10, 60],
      [10.002, 60],
      [10.002, 60.001],
    ]);
    expect(headingAt(track, 0, 10_000)).toBeCloseTo(90, 1);
    expect(headingAt(track, 10_000, 10_000)).toBeCloseTo(45, 1);
    expect(headingAt(track, 20_000, 10_000)).toBeCloseTo(0, 1);
  });

  test('is the way across the antimeridian', () => {
    const track = trackThrough([
      [179.999, 0],
      [-179.999, 0],
    ]);
    expect(headingAt(track, 0, 10_000)).toBeCloseTo(90, 3);
  });

  test('is what the device told where it hardly moves', () => {
    const track = trackThrough(
      [
        [10, 60],
        [10.000_01, 60],
      ],
      217,
    );
    expect(headingAt(track, 5_000, 10_000)).toBeCloseTo(217, 3);
  });

  test('is the last way that it went where nothing is told', () => {
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
