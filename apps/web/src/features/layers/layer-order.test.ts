import { expect, test } from 'vitest';
import { movedUp } from './layer-order.ts';

test('moves a layer by one', () => {
  expect(movedUp([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  expect(movedUp([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
});

test('moves no layer beyond the ends', () => {
  expect(movedUp([1, 2, 3], 3, 1)).toBeNull();
  expect(movedUp([1, 2, 3], 1, -1)).toBeNull();
  expect(movedUp([1, 2, 3], 4, 1)).toBeNull();
});
