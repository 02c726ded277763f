import { expect, test } from 'vitest';
import { layoutPages } from './print-pages.ts';

const extent = (width: number, height: number) => ({ minX: 0, minY: 0, maxX: width, maxY: height });

test('puts a drawing that fits in the middle of one page', () => {
  expect(layoutPages(extent(100, 60), { width: 190, height: 280 }, 10)).toEqual([
    { column: 0, row: 0, origin: { x: -45, y: -110 }, marks: [] },
  ]);
  expect(layoutPages(extent(190, 280), { width: 190, height: 280 }, 10)).toHaveLength(1);
});

test('divides a wide drawing among pages that overlap, with the same marks on both', () => {
  // 280 wide: two pages of 150 that share 10 cover 290, 5 more on each side.
  const pages = layoutPages(extent(280, 80), { width: 150, height: 100 }, 10);
  expect(pages).toEqual([
    {
      column: 0,
      row: 0,
      origin: { x: -5, y: -10 },
      marks: [
        { x: 140, y: 15 },
        { x: 140, y: 65 },
      ],
    },
    {
      column: 1,
      row: 0,
      origin: { x: 135, y: -10 },
      marks: [
        { x: 140, y: 15 },
        { x: 140, y: 65 },
      ],
    },
  ]);
});

test('begins at the top left, and marks all shared strips', () => {
  const pages = layoutPages(extent(250, 250), { width: 150, height: 150 }, 20);
  expect(pages.map(({ column, row, origin }) => [column, row, origin.x, origin.y])).toEqual([
    [0, 0, -15, 115],
    [1, 0, 115, 115],
    [0, 1, -15, -15],
    [1, 1, 115, -15],
  ]);
  // Each page shares one vertical and one horizontal strip.
  expect(pages.map(({ marks }) => marks.length)).toEqual([4, 4, 4, 4]);
  const all = pages.flatMap(({ marks }) => marks.map(({ x, y }) => `${x} ${y}`));
  expect(new Set(all).size).toBe(all.length / 2);
});
