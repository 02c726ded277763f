import { expect, test } from 'vitest';
import { findLabelAnchor } from './label-anchor.ts';

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
] as const;

test('the name of a square stands in its middle', () => {
  expect(findLabelAnchor([SQUARE])).toEqual([5, 5]);
});

test('the name stands beside a hole', () => {
  const hole = [
    [2, 2],
    [6, 2],
    [6, 8],
    [2, 8],
  ] as const;
  // Half the way up there is land from 0 to 2 and from 6 to 10.
  expect(findLabelAnchor([SQUARE, hole])).toEqual([8, 5]);
});

test('the name of a horseshoe stands in a leg, not between the legs', () => {
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

test('an area without height has its first corner', () => {
  expect(
    findLabelAnchor([
      [
        [1, 1],
        [2, 1],
      ],
    ]),
  ).toEqual([1, 1]);
});
