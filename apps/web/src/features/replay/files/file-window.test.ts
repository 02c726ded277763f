import { expect, test } from 'vitest';
import { validateWindow } from './file-window.ts';

const DAY = 86_400_000;

test('limits one device to 31 days and several to 3, and requires the start first', () => {
  expect(validateWindow(1, { start: 0, end: 31 * DAY })).toBeNull();
  expect(validateWindow(1, { start: 0, end: 31 * DAY + 1 })).toBe('span-too-long');
  expect(validateWindow(2, { start: 0, end: 3 * DAY })).toBeNull();
  expect(validateWindow(2, { start: 0, end: 3 * DAY + 1 })).toBe('span-too-long-many');
  expect(validateWindow(1, { start: 5, end: 5 })).toBe('time-order');
  expect(validateWindow(1, { start: 6, end: 5 })).toBe('time-order');
});
