import { expect, test } from 'vitest';
import { endAfter, latestEnd } from './tracking-end.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;

test('ends after the duration, but not after the execution time', () => {
  expect(endAfter(60, null, NOW)).toBe(NOW + HOUR);
  expect(endAfter(60, NOW + 2 * HOUR, NOW)).toBe(NOW + HOUR);
  expect(endAfter(240, NOW + 2 * HOUR, NOW)).toBe(NOW + 2 * HOUR);
});

test('ends within 24 hours', () => {
  expect(latestEnd(null, NOW)).toBe(NOW + 24 * HOUR);
  expect(latestEnd(NOW + 25 * HOUR, NOW)).toBe(NOW + 24 * HOUR);
  expect(latestEnd(NOW + HOUR, NOW)).toBe(NOW + HOUR);
});
