import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { findDeparture, toElapsedTrack } from './offset.ts';

/** A fix so many metres north of the equator: a degree of a meridian of the mean sphere (6,371,008.8 m) is 111,195.08 m. */
function fix(second: number, metres: number): TrackFix {
  return {
    time: second * 1000,
    lng: 0,
    lat: metres / 111_195.08,
    distant: metres,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

test('a device sets off with its last fix near the first one', () => {
  const track = trackOf([fix(0, 0), fix(60, 20), fix(120, 10), fix(180, 49), fix(190, 80), fix(200, 110)]);
  expect(findDeparture(track)).toBe(3);
});

test('one fix alone that jumped away, and came back, is no start', () => {
  const track = trackOf([fix(0, 0), fix(10, 300), fix(20, 5), fix(30, 4), fix(40, 90), fix(50, 190)]);
  expect(findDeparture(track)).toBe(3);
});

test('a device that left while it was silent sets off with the first fix after that', () => {
  // The usual interval is 10 s, so five minutes of silence are a gap.
  const track = trackOf([
    fix(0, 0),
    fix(10, 0),
    fix(20, 0),
    fix(1000, 5000),
    fix(1010, 5100),
    fix(1020, 5200),
  ]);
  expect(findDeparture(track)).toBe(3);
});

test('the last fix of a track needs no second one to be away', () => {
  expect(findDeparture(trackOf([fix(0, 0), fix(10, 10), fix(20, 100)]))).toBe(1);
});

test('a device that stays sets off with its first fix, and one without a track never', () => {
  expect(findDeparture(trackOf([fix(0, 0), fix(60, 10), fix(120, 0)]))).toBe(0);
  expect(findDeparture(trackOf([]))).toBe(-1);
});

test('its own watch shows 0 when it sets off, and less before', () => {
  const track = toElapsedTrack(trackOf([fix(1000, 0), fix(1060, 10), fix(1070, 100), fix(1080, 200)]));
  expect([...track.time]).toEqual([-60_000, 0, 10_000, 20_000]);
  expect(toElapsedTrack(trackOf([])).length).toBe(0);
});
