import { expect, test } from 'vitest';
import { secondsLeft } from './code-wait.ts';

test('counts down to nothing', () => {
  const wait = { until: 160_000, seconds: 60 };
  expect(secondsLeft(wait, 100_000)).toBe(60);
  expect(secondsLeft(wait, 100_001)).toBe(60);
  expect(secondsLeft(wait, 159_999)).toBe(1);
  expect(secondsLeft(wait, 160_000)).toBe(0);
  expect(secondsLeft(wait, 999_000)).toBe(0);
  expect(secondsLeft(null, 100_000)).toBe(0);
});

test('a clock that is set back makes nobody wait longer', () => {
  expect(secondsLeft({ until: 160_000, seconds: 60 }, 0)).toBe(60);
});
