import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { findDeparture, toElapsedTrack } from './offset.ts';

/**
 * A fix at this distance north of the equator: a degree of a meridian of the mean sphere (6,371,008.8 m) is
 * 111,195.08 m.
 */
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

test('departs with the last fix near the first one', () => {
  const track = trackOf([fix(0, 0), fix(60, 20), fix(120, 10), fix(180, 49), fix(190, 80), fix(200, 110)]);
  expect(findDeparture(track)).toBe(3);
});

test('ignores a single outlier before the departure', () => {
  const track = trackOf([fix(0, 0), fix(10, 300), fix(20, 5), fix(30, 4), fix(40, 90), fix(50, 190)]);
  expect(findDeparture(track)).toBe(3);
});

test('departs with the first fix after a gap in which the device left', () => {
  // The usual interval is 10 s, so five minutes without a fix are a gap.
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

test('accepts the last fix of a track as departure without a second one', () => {
  expect(findDeparture(trackOf([fix(0, 0), fix(10, 10), fix(20, 100)]))).toBe(1);
});

test('departs with the first fix if a device never leaves, and never without a track', () => {
  expect(findDeparture(trackOf([fix(0, 0), fix(60, 10), fix(120, 0)]))).toBe(0);
  expect(findDeparture(trackOf([]))).toBe(-1);
});

test('counts elapsed time from the departure, negative before', () => {
  const track = toElapsedTrack(trackOf([fix(1000, 0), fix(1060, 10), fix(1070, 100), fix(1080, 200)]));
  expect([...track.time]).toEqual([-60_000, 0, 10_000, 20_000]);
  expect(toElapsedTrack(trackOf([])).length).toBe(0);
});
