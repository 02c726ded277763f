import { expect, test } from 'vitest';
import { recommendedRadius } from './recommended-radius.ts';

// From the table of docs/development/race-figures.md.
test.each([
  [1, 15],
  [5, 15],
  [14, 15],
  [15, 30],
  [59, 30],
  [60, 50],
  [3_600, 50],
])('recommends for a position every %d s a radius of %d m', (sendInterval, radius) => {
  expect(recommendedRadius(sendInterval)).toBe(radius);
});
