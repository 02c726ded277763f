import { expect, test } from 'vitest';
import { type Track, trackOf } from './track.ts';
import { mergeTracks, trackFrom } from './track-merge.ts';

/** A fix at each of these seconds, so many degrees north; the speed says whose it is. */
function track(speed: number, ...seconds: number[]): Track {
  return trackOf(
    seconds.map((second) => ({
      time: second * 1_000,
      lng: 0,
      lat: second / 3_600,
      dir: null,
      speed,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: 0,
    })),
  );
}

const seconds = ({ time }: Track) => [...time].map((ms) => ms / 1_000);

test('a fix that comes late takes its place, and one that is newer the end', () => {
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 20)))).toEqual([10, 20, 30]);
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 40)))).toEqual([10, 30, 40]);
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 5)))).toEqual([5, 10, 30]);
});

test('tracks that overlap are one, in which nothing is twice and the newer answer stands', () => {
  const merged = mergeTracks(track(1, 10, 20, 30, 40), track(2, 20, 25, 30));
  expect(seconds(merged)).toEqual([10, 20, 25, 30, 40]);
  expect([...merged.speed]).toEqual([1, 2, 2, 2, 1]);
});

test('flags stay with their fixes', () => {
  const flagged = { ...track(1, 10, 30), flags: Uint8Array.from([3, 1]) };
  expect([...(mergeTracks(flagged, track(2, 20, 40)).flags ?? [])]).toEqual([3, 0, 1, 0]);
  expect([...(trackFrom(flagged, 30_000).flags ?? [])]).toEqual([1]);
  expect(mergeTracks(track(1, 10), track(2, 20)).flags).toBeNull();
});

test('with nothing it stays what it is', () => {
  expect(seconds(mergeTracks(track(1, 10), track(2)))).toEqual([10]);
  expect(seconds(mergeTracks(track(1), track(2, 10)))).toEqual([10]);
  expect(mergeTracks(track(1), track(2)).length).toBe(0);
});

test('its metres are counted anew: a second of latitude of a meridian is 30.9 m', () => {
  // A degree of a great circle of the mean sphere is 111,194.9 m.
  expect(mergeTracks(track(1, 0, 2), track(2, 1)).distance[2]).toBeCloseTo((2 * 111_194.9) / 3_600, 1);
});

test('the old end is cut off behind the fix before it', () => {
  expect(seconds(trackFrom(track(1, 10, 20, 30, 40), 25_000))).toEqual([20, 30, 40]);
  expect(seconds(trackFrom(track(1, 10, 20), 5_000))).toEqual([10, 20]);
  expect(seconds(trackFrom(track(1, 10, 20), 99_000))).toEqual([20]);
});
