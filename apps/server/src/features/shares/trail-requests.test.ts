import { expect, test } from 'vitest';
import { TrailRequestQueue } from './trail-requests.ts';

/** A question whose answer comes when it is let go. */
function createSlowReader() {
  const startedReads: string[] = [];
  const pending: (() => void)[] = [];
  const read = (name: string) => async () => {
    startedReads.push(name);
    await new Promise<void>((resolve) => pending.push(resolve));
    return name;
  };
  return { startedReads, read, finishOne: () => pending.shift()?.() };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('the same question is asked once, and its answer given again as long as it is kept', async () => {
  const queue = new TrailRequestQueue<number>();
  let count = 0;
  const request = (query: string, now: number, requester = 'share 1') =>
    queue.request({ requester, query, now, ttlMs: 5_000 }, async () => (count += 1));
  expect(await Promise.all([request('60', 0), request('60', 10), request('60', 4_999)])).toEqual([1, 1, 1]);
  expect(await request('5', 20)).toBe(2);
  expect(await request('60', 20, 'share 2')).toBe(3);
  expect(await request('60', 5_000)).toBe(4);
  const now = { requester: 'user 1', query: '60', now: 0, ttlMs: 0 };
  expect(await queue.request(now, async () => 8)).toBe(8);
  expect(await queue.request(now, async () => 9)).toBe(9);
});

test('a failure is not given again', async () => {
  const queue = new TrailRequestQueue<number>();
  const trailRequest = { requester: 'share 1', query: '60', now: 0, ttlMs: 5_000 };
  await expect(queue.request(trailRequest, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await queue.request(trailRequest, async () => 7)).toBe(7);
});

test('an asker has one question answered at a time and few wait; more are sent away with a time', async () => {
  const queue = new TrailRequestQueue<string>();
  const { startedReads, read, finishOne } = createSlowReader();
  const request = (query: string) =>
    queue.request({ requester: 'user 1', query, now: 0, ttlMs: 0 }, read(query));
  const waiting = ['a', 'b', 'c', 'd'].map(request);
  await expect(request('e')).rejects.toMatchObject({
    errorName: 'too-many-requests',
    details: { seconds: 5 },
  });
  await nextTick();
  expect(startedReads).toEqual(['a']);
  for (const [index, result] of waiting.entries()) {
    finishOne();
    expect(await result).toBe(['a', 'b', 'c', 'd'][index]);
    await nextTick();
  }
  expect(startedReads).toEqual(['a', 'b', 'c', 'd']);
  const later = request('f');
  await nextTick();
  finishOne();
  expect(await later).toBe('f');
});

test('of everybody together three are answered at once', async () => {
  const queue = new TrailRequestQueue<string>();
  const { startedReads, read, finishOne } = createSlowReader();
  const results = [1, 2, 3, 4, 5].map((one) =>
    queue.request({ requester: `user ${one}`, query: 'x', now: 0, ttlMs: 0 }, read(`${one}`)),
  );
  await nextTick();
  expect(startedReads).toEqual(['1', '2', '3']);
  finishOne();
  await results[0];
  await nextTick();
  expect(startedReads).toEqual(['1', '2', '3', '4']);
  for (let rest = 0; rest < 4; rest += 1) {
    finishOne();
    await nextTick();
  }
  expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5']);
});
