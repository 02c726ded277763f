import { expect, test } from 'vitest';
import { nextOrder } from './row-tools.ts';

test('starts ascending with another column and reverses the order of the same one', () => {
  const first = nextOrder({ column: 'name', descending: true }, 'imei');
  expect(first).toEqual({ column: 'imei', descending: false });
  expect(nextOrder(first, 'imei')).toEqual({ column: 'imei', descending: true });
  expect(nextOrder(nextOrder(first, 'imei'), 'imei')).toEqual(first);
});
