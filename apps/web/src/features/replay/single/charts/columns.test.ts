import { trackOf } from '@wakeline/domain/tracks/track';
import { expect, test } from 'vitest';
import { computeColumns, computeStatistics, firstIndexFrom } from './columns.ts';

const START = Date.UTC(2026, 4, 1, 8);

/** A track along a meridian with one fix at each second, and its speed; null: unknown. */
function trackWith(fixes: readonly (readonly [second: number, speed: number | null])[]) {
  return trackOf(
    fixes.map(([second, speed]) => ({
      lng: 120,
      lat: 36 + second * 0.00001,
      time: START + second * 1_000,
      dir: null,
      speed,
      power: null,
      gsm: null,
      gps: null,
      height: null,
      distant: second,
    })),
  );
}

/** The filled part of a result column. */
const firstValues = (values: ArrayLike<number>, length: number) => Array.from(values).slice(0, length);

test('keeps the first, last, minimum and maximum value of each pixel column', () => {
  // Two columns of five seconds each; the last second is the right edge.
  const track = trackWith([
    [0, 5],
    [1, 9],
    [2, 1],
    [3, 4],
    [5, 7],
    [6, 2],
    [9, 3],
    [10, 8],
  ]);
  const columns = computeColumns(track, track.speed, track.time, {
    from: START,
    to: START + 10_000,
    width: 2,
  });
  expect(columns.length).toBe(3);
  expect(firstValues(columns.first, 3)).toEqual([5, 7, 8]);
  expect(firstValues(columns.last, 3)).toEqual([4, 3, 8]);
  expect(firstValues(columns.min, 3)).toEqual([1, 2, 8]);
  expect(firstValues(columns.max, 3)).toEqual([9, 7, 8]);
  expect(firstValues(columns.firstX, 3)).toEqual([0, 1, 2]);
  expect(firstValues(columns.joined, 3)).toEqual([0, 1, 1]);
});

test('reduces a million values to the available pixels without losing peaks', () => {
  const length = 1_000_000;
  const time = Float64Array.from({ length }, (_, index) => START + index * 1_000);
  const value = new Float32Array(length).fill(20);
  value[654_321] = 180;
  value[123_456] = -3;
  const track = { length, time, gap: new Uint8Array(length), gapAfter: 300_000 };
  const columns = computeColumns(track, value, time, {
    from: START,
    to: START + length * 1_000,
    width: 1_000,
  });
  expect(columns.length).toBe(1_000);
  // 1,000 values a pixel.
  expect(columns.max[654]).toBe(180);
  expect(columns.min[123]).toBe(-3);
});

test('keeps the values next to a range, so that the line reaches its edges', () => {
  const track = trackWith([
    [0, 10],
    [100, 20],
    [200, 30],
  ]);
  const columns = computeColumns(track, track.speed, track.time, {
    from: START + 120_000,
    to: START + 160_000,
    width: 40,
  });
  // 20 s before the left edge at one pixel a second, and 40 s after the right one.
  expect(firstValues(columns.firstX, columns.length)).toEqual([-20, 80]);
  expect(firstValues(columns.joined, columns.length)).toEqual([0, 1]);
});

test('skips unknown values, but interrupts the line at gaps', () => {
  const track = trackWith([
    [0, 10],
    [60, null],
    [120, 30],
    // More than five minutes: a gap.
    [900, 40],
  ]);
  const columns = computeColumns(track, track.speed, track.time, {
    from: START,
    to: START + 900_000,
    width: 900,
  });
  expect(firstValues(columns.first, columns.length)).toEqual([10, 30, 40]);
  expect(firstValues(columns.joined, columns.length)).toEqual([0, 1, 0]);
});

test('interrupts the line where a value is missing for longer than the gap threshold', () => {
  const seconds = Array.from({ length: 80 }, (_, index) => index * 10);
  const track = trackWith(seconds.map((second) => [second, second === 0 || second === 790 ? 5 : null]));
  expect(track.gap.some((gap) => gap === 1)).toBe(false);
  const columns = computeColumns(track, track.speed, track.time, {
    from: START,
    to: START + 790_000,
    width: 79,
  });
  expect(firstValues(columns.joined, columns.length)).toEqual([0, 0]);
});

test('returns no columns without known values', () => {
  const track = trackWith([
    [0, null],
    [10, null],
  ]);
  expect(
    computeColumns(track, track.speed, track.time, { from: START, to: START + 10_000, width: 10 }).length,
  ).toBe(0);
  expect(computeStatistics(track.speed, 0, 1)).toBeNull();
});

test('computes statistics of the known values in a range', () => {
  const values = Float32Array.from([1, Number.NaN, 4, 10, 100]);
  expect(computeStatistics(values, 0, 3)).toEqual({ min: 1, max: 10, mean: 5 });
});

test('finds the first value that is not below a limit', () => {
  const sorted = Float64Array.from([1, 3, 3, 7]);
  expect([0, 1, 2, 3, 4, 8].map((wanted) => firstIndexFrom(sorted, wanted))).toEqual([0, 0, 1, 1, 3, 4]);
});
