import { expect, test } from 'vitest';
import { toValidDate } from './valid-date.ts';

test('returns the last day before the end of the validity', () => {
  // Midnight in Shanghai (UTC+8), which starts 1 March 2027.
  const midnight = Date.UTC(2027, 1, 28, 16);
  expect(toValidDate(midnight, 'Asia/Shanghai')).toBe('2027-02-28');
  expect(toValidDate(midnight + 1, 'Asia/Shanghai')).toBe('2027-03-01');
});
