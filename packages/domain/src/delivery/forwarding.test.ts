import { expect, test } from 'vitest';
import { forwardRetryAt } from './forwarding.ts';

test('tries again after 5 s, 15 s, a minute, then every 5 minutes', () => {
  expect([1, 2, 3, 4, 5, 1_000].map((failures) => forwardRetryAt(failures, 0) / 1_000)).toEqual([
    5, 15, 60, 300, 300, 300,
  ]);
});
