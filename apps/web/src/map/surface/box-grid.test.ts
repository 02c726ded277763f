import { expect, test } from 'vitest';
import { createBoxGrid } from './box-grid.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('finds boxes that overlap, also across cells and left of the map', () => {
  const grid = createBoxGrid();
  grid.add(box(-200, -10, 200, 10), 1);
  grid.add(box(60, 20, 70, 30), 2);
  expect(new Set(grid.find(box(-150, 0, -140, 5)))).toEqual(new Set([1]));
  expect(new Set(grid.find(box(65, 5, 66, 25)))).toEqual(new Set([1, 2]));
  expect(grid.find(box(70, 20, 80, 30))).toEqual([]);
});

test('ignores the boxes of the same owner', () => {
  const grid = createBoxGrid();
  grid.add(box(0, 0, 10, 10), 1);
  expect(grid.isOccupied(box(5, 5, 15, 15), 1)).toBe(false);
  expect(grid.isOccupied(box(5, 5, 15, 15), 2)).toBe(true);
});
