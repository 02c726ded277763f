import { expect, it } from 'vitest';
import { reordered } from './menu-order.ts';

it('changes places among those that are shown', () => {
  expect(reordered(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
});

it('leaves the others where they are', () => {
  expect(reordered(['a', 'x', 'b', 'y', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'x', 'b', 'y', 'a']);
});

it('passes over what is there no more', () => {
  expect(reordered(['a', 'b'], ['gone', 'b', 'a'])).toEqual(['b', 'a']);
});
