import { expect, test } from 'vitest';
import { rowOf, TIME_FILTERS, thinByTime } from './time-filter.ts';

test('offers the limits of the specification, and every point', () => {
  expect(TIME_FILTERS).toEqual([null, 100, 500, 1_000]);
});

test('keeps the first fix of each equal interval, and the last fix', () => {
  // Five rows: four intervals of 25, from 0, 25, 50 and 75, and the end. Nothing is between 50 and 75.
  const time = Float64Array.of(0, 10, 24, 25, 26, 49, 75, 99, 100);
  expect(thinByTime(time, 5)).toEqual(Uint32Array.of(0, 3, 6, 8));
});

test('keeps at most the requested number, ascending and unique', () => {
  const time = Float64Array.from({ length: 10_000 }, (_, index) => index * 1_000);
  for (const max of [100, 500, 1_000]) {
    const indexes = thinByTime(time, max) ?? new Uint32Array();
    expect(indexes).toHaveLength(max);
    expect([indexes[0], indexes.at(-1)]).toEqual([0, 9_999]);
    expect(indexes.every((index, row) => row === 0 || index > (indexes[row - 1] ?? 0))).toBe(true);
  }
});

test('does not filter a short track', () => {
  expect(thinByTime(Float64Array.of(1, 2, 3), 3)).toBeNull();
  expect(thinByTime(new Float64Array(), 100)).toBeNull();
});

test('keeps the first and last of simultaneous fixes', () => {
  expect(thinByTime(new Float64Array(200).fill(7), 100)).toEqual(Uint32Array.of(0, 199));
});

test('maps a filtered fix to the row before it', () => {
  const indexes = Uint32Array.of(0, 3, 6, 8);
  expect([0, 2, 3, 5, 7, 8, 9].map((index) => rowOf(indexes, index))).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(rowOf(null, 7)).toBe(7);
});
