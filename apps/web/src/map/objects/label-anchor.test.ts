import { expect, test } from 'vitest';
import { findLabelAnchor } from './label-anchor.ts';

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
] as const;

test('places the name of a square in its centre', () => {
  expect(findLabelAnchor([SQUARE])).toEqual([5, 5]);
});

test('places the name next to a hole', () => {
  const hole = [
    [2, 2],
    [6, 2],
    [6, 8],
    [2, 8],
  ] as const;
  // At half height there is area from 0 to 2 and from 6 to 10.
  expect(findLabelAnchor([SQUARE, hole])).toEqual([8, 5]);
});

test('places the name of a horseshoe in one arm, not between the arms', () => {
  const horseshoe = [
    [0, 0],
    [10, 0],
    [10, 10],
    [7, 10],
    [7, 2],
    [2, 2],
    [2, 10],
    [0, 10],
  ] as const;
  expect(findLabelAnchor([horseshoe])).toEqual([8.5, 5]);
});

test('uses the first vertex of an area without height', () => {
  expect(
    findLabelAnchor([
      [
        [1, 1],
        [2, 1],
      ],
    ]),
  ).toEqual([1, 1]);
});
