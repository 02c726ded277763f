import { expect, test } from 'vitest';
import { findOverlapping } from './overlapping-markers.ts';

const clicked = { id: 7, x: 100, y: 100 };

test('returns only the clicked marker if no other overlaps it', () => {
  expect(findOverlapping(clicked, [clicked])).toEqual([7]);
  // A triangle of 15, 20 and 25 pixels.
  expect(findOverlapping(clicked, [clicked, { id: 8, x: 115, y: 120 }])).toEqual([7]);
});

test('includes markers at the same position and up to 20 pixels away', () => {
  const same = { id: 9, x: 100, y: 100 };
  // A triangle of 12, 16 and 20 pixels.
  const edge = { id: 3, x: 112, y: 84 };
  const beyond = { id: 4, x: 112, y: 83.9 };
  expect(findOverlapping(clicked, [clicked, same, edge, beyond])).toEqual([3, 7, 9]);
});

test('includes markers on the clicked one, but not those on its neighbours', () => {
  const neighbour = { id: 8, x: 115, y: 100 };
  const farther = { id: 9, x: 130, y: 100 };
  expect(findOverlapping(clicked, [clicked, neighbour, farther])).toEqual([7, 8]);
});

test('sorts by id, regardless of the stacking order', () => {
  const other = { id: 2, x: 101, y: 100 };
  expect(findOverlapping(clicked, [clicked, other])).toEqual(findOverlapping(other, [other, clicked]));
});
