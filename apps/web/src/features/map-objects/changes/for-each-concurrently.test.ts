import { expect, test } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

test('runs every item once despite failures and returns the first error', async () => {
  const seen: number[] = [];
  const outcome = await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], async (item) => {
    seen.push(item);
    if (item % 3 === 0) throw new Error(`${item}`);
  });
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(outcome).toEqual({ done: 5, failed: 2, error: new Error('3') });
});

test('runs at most four actions at once', async () => {
  let [running, maxRunning] = [0, 0];
  await forEachConcurrently(
    Array.from({ length: 20 }, (_, index) => index),
    async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
    },
  );
  expect(maxRunning).toBe(4);
});

test('does nothing without items', async () => {
  expect(await forEachConcurrently([], () => Promise.reject(new Error('never')))).toEqual({
    done: 0,
    failed: 0,
    error: undefined,
  });
});
