import { expect, test } from 'vitest';
import { RETRY_DELAYS, retryAt } from './retry.ts';

test('waits longer after each failure, and gives up after eight attempts', () => {
  expect(retryAt(1, 1_000)).toBe(31_000);
  expect(retryAt(2, 0)).toBe(120_000);
  expect(retryAt(7, 0)).toBe(4 * 3_600_000);
  expect(retryAt(8, 0)).toBeNull();
  expect(RETRY_DELAYS.toSorted((a, b) => a - b)).toEqual(RETRY_DELAYS);
});
