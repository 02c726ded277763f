import { expect, it } from 'vitest';
import { reorder } from './menu-order.ts';

it('changes places among those that are shown', () => {
  expect(reorder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
});

it('leaves the others where they are', () => {
  expect(reorder(['a', 'x', 'b', 'y', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'x', 'b', 'y', 'a']);
});

it('passes over what is there no more', () => {
  expect(reorder(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a']);
});
