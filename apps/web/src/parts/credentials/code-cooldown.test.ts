import { expect, test } from 'vitest';
import { getSecondsLeft } from './code-cooldown.ts';

test('counts down to zero', () => {
  const cooldown = { until: 160_000, seconds: 60 };
  expect(getSecondsLeft(cooldown, 100_000)).toBe(60);
  expect(getSecondsLeft(cooldown, 100_001)).toBe(60);
  expect(getSecondsLeft(cooldown, 159_999)).toBe(1);
  expect(getSecondsLeft(cooldown, 160_000)).toBe(0);
  expect(getSecondsLeft(cooldown, 999_000)).toBe(0);
  expect(getSecondsLeft(null, 100_000)).toBe(0);
});

test('never extends the cooldown when the clock is set back', () => {
  expect(getSecondsLeft({ until: 160_000, seconds: 60 }, 0)).toBe(60);
});
