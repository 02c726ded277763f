import { expect, test } from 'vitest';
import { type Track, trackOf } from './track.ts';
import { mergeTracks, trackFrom } from './track-merge.ts';

/** A track with a fix at each of these seconds, moving north; the speed identifies the track. */
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

test('inserts a late fix and appends a newer one', () => {
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 20)))).toEqual([10, 20, 30]);
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 40)))).toEqual([10, 30, 40]);
  expect(seconds(mergeTracks(track(1, 10, 30), track(2, 5)))).toEqual([5, 10, 30]);
});

test('merges overlapping tracks without duplicates, preferring the newer one', () => {
  const merged = mergeTracks(track(1, 10, 20, 30, 40), track(2, 20, 25, 30));
  expect(seconds(merged)).toEqual([10, 20, 25, 30, 40]);
  expect([...merged.speed]).toEqual([1, 2, 2, 2, 1]);
});

test('keeps flags with their fixes', () => {
  const flagged = { ...track(1, 10, 30), flags: Uint8Array.from([3, 1]) };
  expect([...(mergeTracks(flagged, track(2, 20, 40)).flags ?? [])]).toEqual([3, 0, 1, 0]);
  expect([...(trackFrom(flagged, 30_000).flags ?? [])]).toEqual([1]);
  expect(mergeTracks(track(1, 10), track(2, 20)).flags).toBeNull();
});

test('returns the other track if one is empty', () => {
  expect(seconds(mergeTracks(track(1, 10), track(2)))).toEqual([10]);
  expect(seconds(mergeTracks(track(1), track(2, 10)))).toEqual([10]);
  expect(mergeTracks(track(1), track(2)).length).toBe(0);
});

test('computes distances again: an arc second of latitude is 30.9 m', () => {
  // A degree of a great circle of the mean sphere is 111,194.9 m.
  expect(mergeTracks(track(1, 0, 2), track(2, 1)).distance[2]).toBeCloseTo((2 * 111_194.9) / 3_600, 1);
});

test('cuts off older fixes except the one before the time', () => {
  expect(seconds(trackFrom(track(1, 10, 20, 30, 40), 25_000))).toEqual([20, 30, 40]);
  expect(seconds(trackFrom(track(1, 10, 20), 5_000))).toEqual([10, 20]);
  expect(seconds(trackFrom(track(1, 10, 20), 99_000))).toEqual([20]);
});
