import { describe, expect, test } from 'vitest';
import { SCREEN_KINDS } from './box-kinds.ts';
import { DEFAULT_BOXES } from './default-boxes.ts';
import { findOverlap, findRoom, isOnGrid, moveBox, overlaps, resizeBox, stepBox } from './screen-grid.ts';

const box = (boxId: number, x: number, y: number, width: number, height: number) => ({
  boxId,
  ...{ x, y, width, height },
});
/** Two boxes side by side in the upper left corner. */
const PAIR = [box(1, 0, 0, 6, 4), box(2, 6, 0, 6, 4)];

describe('places on the grid', () => {
  test('touch without overlapping', () => {
    expect(overlaps(box(1, 0, 0, 6, 4), box(2, 6, 0, 6, 4))).toBe(false);
    expect(overlaps(box(1, 0, 0, 6, 4), box(2, 0, 4, 6, 4))).toBe(false);
    expect(overlaps(box(1, 0, 0, 6, 4), box(2, 5, 3, 6, 4))).toBe(true);
    expect(findOverlap(PAIR)).toBeNull();
    expect(findOverlap([...PAIR, box(3, 11, 3, 4, 2)])).toEqual([2, 3]);
  });

  test.each([
    ['the complete grid', box(1, 0, 0, 24, 12), true],
    ['the last cells', box(1, 21, 10, 3, 2), true],
    ['beyond the right edge', box(1, 22, 0, 3, 2), false],
    ['below the last row', box(1, 0, 11, 3, 2), false],
    ['left of the grid', box(1, -1, 0, 3, 2), false],
    ['parts of cells', box(1, 0.5, 0, 3, 2), false],
    ['too narrow', box(1, 0, 0, 2, 2), false],
    ['too low', box(1, 0, 0, 3, 1), false],
  ])('accept %s: %o', (_name, place, accepted) => expect(isOnGrid(place)).toBe(accepted));
});

describe('moving a box', () => {
  test('keeps its size on free cells and stays inside the grid', () => {
    expect(moveBox(PAIR, 1, { x: 3, y: 5 })[0]).toEqual(box(1, 3, 5, 6, 4));
    expect(moveBox(PAIR, 1, { x: 40, y: 40 })[0]).toEqual(box(1, 18, 8, 6, 4));
    expect(moveBox(PAIR, 1, { x: -4, y: 6 })[0]).toEqual(box(1, 0, 6, 6, 4));
  });

  test('exchanges places and sizes with the box on its cells', () => {
    const boxes = [box(1, 0, 0, 6, 4), box(2, 6, 0, 10, 8)];
    expect(moveBox(boxes, 1, { x: 7, y: 1 })).toEqual([box(1, 6, 0, 10, 8), box(2, 0, 0, 6, 4)]);
  });

  test('changes nothing where two boxes are in the way and none is meant', () => {
    const boxes = [box(1, 0, 8, 6, 4), box(2, 0, 1, 4, 3), box(3, 4, 1, 4, 3)];
    expect(moveBox(boxes, 1, { x: 0, y: 0 })).toBe(boxes);
    expect(moveBox(boxes, 9, { x: 0, y: 0 })).toBe(boxes);
  });
});

test('steps by one cell, exchanges with a neighbour, and stops at the edge', () => {
  expect(stepBox(PAIR, 1, [0, 1])[0]).toEqual(box(1, 0, 1, 6, 4));
  expect(stepBox(PAIR, 1, [1, 0])).toEqual([box(1, 6, 0, 6, 4), box(2, 0, 0, 6, 4)]);
  expect(stepBox(PAIR, 1, [-1, 0])).toBe(PAIR);
});

test('resizes up to the next box, the edge and the minimum', () => {
  expect(resizeBox(PAIR, 1, { width: 9, height: 6 })[0]).toEqual(box(1, 0, 0, 6, 6));
  expect(resizeBox(PAIR, 2, { width: 99, height: 99 })[1]).toEqual(box(2, 6, 0, 18, 12));
  expect(resizeBox(PAIR, 1, { width: 1, height: 1 })[0]).toEqual(box(1, 0, 0, 3, 2));
  expect(resizeBox(PAIR, 1, { width: 7, height: 4 })).toBe(PAIR);
});

test('finds room for a new box, a smaller one where the grid is nearly full, and none in a full grid', () => {
  expect(findRoom(PAIR, { width: 6, height: 4 })).toEqual({ x: 12, y: 0, width: 6, height: 4 });
  expect(findRoom([box(1, 0, 0, 24, 10)], { width: 6, height: 4 })).toEqual({
    x: 0,
    y: 10,
    width: 3,
    height: 2,
  });
  expect(findRoom([box(1, 0, 0, 24, 12)], { width: 6, height: 4 })).toBeNull();
});

test.each(SCREEN_KINDS)('arranges the default boxes of %s without overlaps, with one map at most', (kind) => {
  const boxes = DEFAULT_BOXES[kind];
  expect(boxes.every(isOnGrid)).toBe(true);
  expect(findOverlap(boxes)).toBeNull();
  expect(boxes.filter((one) => one.kind === 'map').length).toBe(kind === 'data' ? 0 : 1);
  expect(boxes.reduce((cells, { width, height }) => cells + width * height, 0)).toBe(24 * 12);
});
