import { expect, test } from 'vitest';
import { proposedLevel, videoLength, videoLevels } from './video-plan.ts';

const HOUR = 3_600_000;

test('doubles the rate with each level: an hour at level 5 (16 times) takes 225 s', () => {
  expect(videoLength(HOUR, 5)).toBe(225_000);
});

test('offers the levels between two seconds and ten minutes', () => {
  // 3600 s / 2^(n-1): 450 s at level 4, 3.5 s at level 11, 1.76 s at level 12.
  expect(videoLevels(HOUR)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  expect(videoLevels(500)).toEqual([1]);
});

test("proposes the clock's level if possible, else one of about half a minute", () => {
  expect(proposedLevel(HOUR, 5)).toBe(5);
  // 28.1 s at level 8.
  expect(proposedLevel(HOUR, 1)).toBe(8);
});
