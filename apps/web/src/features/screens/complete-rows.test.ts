import { expect, test } from 'vitest';
import { fitCompleteRows, nearestRow } from './complete-rows.ts';

/** Rows below each other. */
const rowsOf = (start: number, heights: readonly number[]) => {
  let bottom = start;
  return heights.map((height) => {
    const top = bottom;
    bottom += height;
    return { top, bottom };
  });
};
const TEN = rowsOf(0, Array(10).fill(30));

test('cuts a list off after the last row that fits', () => {
  expect(fitCompleteRows(TEN, 0, { height: 100, header: 0 })).toEqual({
    ...{ first: 0, scrollTop: 0, height: 90, isEnd: false },
  });
  expect(fitCompleteRows(TEN, 4, { height: 100, header: 0 })).toEqual({
    ...{ first: 4, scrollTop: 120, height: 90, isEnd: false },
  });
});

test('uses the space at the end of the list', () => {
  for (const first of [7, 9, 12])
    expect(fitCompleteRows(TEN, first, { height: 100, header: 0 })).toEqual({
      ...{ first: 7, scrollTop: 210, height: 90, isEnd: true },
    });
  expect(fitCompleteRows(TEN, 3, { height: 400, header: 0 })).toMatchObject({
    ...{ first: 0, scrollTop: 0, height: 300, isEnd: true },
  });
});

test('leaves out the space of a sticky header', () => {
  const rows = rowsOf(25, Array(10).fill(30));
  expect(fitCompleteRows(rows, 0, { height: 100, header: 25 })).toMatchObject({ scrollTop: 0, height: 85 });
  expect(fitCompleteRows(rows, 3, { height: 100, header: 25 })).toMatchObject({ scrollTop: 90, height: 85 });
});

test('fits rows of different heights from each first one', () => {
  const rows = rowsOf(0, [20, 30, 30, 20, 30, 30]);
  expect(fitCompleteRows(rows, 0, { height: 90, header: 0 })).toMatchObject({ height: 80, isEnd: false });
  expect(fitCompleteRows(rows, 2, { height: 90, header: 0 })).toMatchObject({ scrollTop: 50, height: 80 });
  expect(fitCompleteRows(rows, 4, { height: 90, header: 0 })).toEqual({
    ...{ first: 3, scrollTop: 80, height: 80, isEnd: true },
  });
});

test('cuts off a row that is higher than the list, and has nothing to cut off without rows', () => {
  expect(fitCompleteRows(rowsOf(0, [200]), 0, { height: 90, header: 0 })).toMatchObject({ height: 90 });
  expect(fitCompleteRows([], 0, { height: 90, header: 0 })).toMatchObject({ scrollTop: 0, height: 90 });
});

test.each([
  [0, 0],
  [14, 0],
  [16, 1],
  [300, 9],
])('finds the row at %d pixels', (scrollTop, row) => {
  expect(nearestRow(TEN, scrollTop, 0)).toBe(row);
});
