import { expect, test } from 'vitest';
import { rowOf, TIME_FILTERS, thinByTime } from './time-filter.ts';

test('offers what the specification names, and every point', () => {
  expect(TIME_FILTERS).toEqual([null, 100, 500, 1_000]);
});

test('keeps the first fix of each equal time, and the last of all', () => {
  // Five places: four times of 25 each, from 0, 25, 50 and 75 on, and the end. Nothing lies from 50 to 75.
  const time = Float64Array.of(0, 10, 24, 25, 26, 49, 75, 99, 100);
  expect(thinByTime(time, 5)).toEqual(Uint32Array.of(0, 3, 6, 8));
});

test('keeps at most as many as are asked for, ascending, each once', () => {
  const time = Float64Array.from({ length: 10_000 }, (_, index) => index * 1_000);
  for (const most of [100, 500, 1_000]) {
    const shown = thinByTime(time, most) ?? new Uint32Array();
    expect(shown).toHaveLength(most);
    expect([shown[0], shown.at(-1)]).toEqual([0, 9_999]);
    expect(shown.every((index, row) => row === 0 || index > (shown[row - 1] ?? 0))).toBe(true);
  }
});

test('leaves a track alone that has no more', () => {
  expect(thinByTime(Float64Array.of(1, 2, 3), 3)).toBeNull();
  expect(thinByTime(new Float64Array(), 100)).toBeNull();
});

test('fixes of one instant are one and the last', () => {
  expect(thinByTime(new Float64Array(200).fill(7), 100)).toEqual(Uint32Array.of(0, 199));
});

test('the row of a fix that is not shown is that of the one before it', () => {
  const shown = Uint32Array.of(0, 3, 6, 8);
  expect([0, 2, 3, 5, 7, 8, 9].map((index) => rowOf(shown, index))).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect(rowOf(null, 7)).toBe(7);
});
