import { expect, test } from 'vitest';
import { toDayRuns } from './weekdays.ts';

test.each([
  [[1, 2, 3, 4, 5], [[1, 5]]],
  [
    [6, 0],
    [[6], [0]],
  ],
  [
    [0, 1, 3, 4, 5],
    [[1], [3, 5], [0]],
  ],
  [[5, 6, 0], [[5, 0]]],
  [[2], [[2]]],
])('combines the days %j', (weekdays, runs) => {
  expect(toDayRuns(weekdays)).toEqual(runs);
});
