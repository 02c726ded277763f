import { expect, test } from 'vitest';
import { movedItem } from './moved-item.ts';

test('moves an item within the list', () => {
  expect(movedItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(movedItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  expect(movedItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});
