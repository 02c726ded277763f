import { expect, test } from 'vitest';
import { formatBehind, formatElapsed } from './race-time.ts';

test('writes elapsed times as results of races do', () => {
  expect(formatElapsed(0)).toBe('0:00');
  expect(formatElapsed(245.9)).toBe('4:05');
  expect(formatElapsed(3_723)).toBe('1:02:03');
  expect(formatElapsed(90_000)).toBe('25:00:00');
  expect(formatElapsed(-65)).toBe('−1:05');
});

test('the leader is behind nobody', () => {
  expect(formatBehind(0)).toBe('');
  expect(formatBehind(35)).toBe('+0:35');
});
