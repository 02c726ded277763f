import { expect, test } from 'vitest';
import { doEach } from './do-each.ts';

test('everything is done once, whatever fails in between, and the first failure is told', async () => {
  const seen: number[] = [];
  const outcome = await doEach([1, 2, 3, 4, 5, 6, 7], async (thing) => {
    seen.push(thing);
    if (thing % 3 === 0) throw new Error(`${thing}`);
  });
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(outcome).toEqual({ done: 5, failed: 2, error: new Error('3') });
});

test('no more than four are under way at once', async () => {
  let [now, most] = [0, 0];
  await doEach(
    Array.from({ length: 20 }, (_, index) => index),
    async () => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
    },
  );
  expect(most).toBe(4);
});

test('nothing is done with nothing', async () => {
  expect(await doEach([], () => Promise.reject(new Error('never')))).toEqual({
    done: 0,
    failed: 0,
    error: undefined,
  });
});
