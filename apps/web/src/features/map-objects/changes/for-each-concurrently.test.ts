import { expect, test } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

test('everything is done once, whatever fails in between, and the first failure is told', async () => {
  const seen: number[] = [];
  const outcome = await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], async (item) => {
    seen.push(item);
    if (item % 3 === 0) throw new Error(`${item}`);
  });
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(outcome).toEqual({ done: 5, failed: 2, error: new Error('3') });
});

test('no more than four are under way at once', async () => {
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

test('nothing is done with nothing', async () => {
  expect(await forEachConcurrently([], () => Promise.reject(new Error('never')))).toEqual({
    done: 0,
    failed: 0,
    error: undefined,
  });
});
