import { expect, it } from 'vitest';
import { reorder } from './menu-order.ts';

it('reorders the visible items', () => {
  expect(reorder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
});

it('keeps other items in place', () => {
  expect(reorder(['a', 'x', 'b', 'y', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'x', 'b', 'y', 'a']);
});

it('ignores items that no longer exist', () => {
  expect(reorder(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a']);
});
