import { expect, test } from 'vitest';
import { TrailRequestQueue } from './trail-requests.ts';

/** Reader whose results are released one by one with `finishOne`. */
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

test('runs the same query once and reuses its cached result', async () => {
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

test('does not cache failures', async () => {
  const queue = new TrailRequestQueue<number>();
  const trailRequest = { requester: 'share 1', query: '60', now: 0, ttlMs: 5_000 };
  await expect(queue.request(trailRequest, () => Promise.reject(new Error('unavailable')))).rejects.toThrow(
    'unavailable',
  );
  expect(await queue.request(trailRequest, async () => 7)).toBe(7);
});

test('runs one query per requester, queues a few and refuses more with a retry time', async () => {
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

test('runs three queries of all requesters at once', async () => {
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
