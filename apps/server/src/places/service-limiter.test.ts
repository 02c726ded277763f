import { expect, test } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { ExternalServiceError } from './fetch-external-json.ts';
import { ServiceLimiter } from './service-limiter.ts';

function createLimiter(clock = new TestClock(0)) {
  const paused: unknown[] = [];
  const options = { concurrency: 2, maxQueued: 1, maxFailures: 3, pauseMs: 30_000 };
  return {
    paused,
    limiter: new ServiceLimiter({
      ...options,
      now: () => clock.now(),
      onPause: (error) => paused.push(error),
    }),
  };
}
const failRequest = async () => {
  throw new ExternalServiceError('down');
};

test('runs a limited number of jobs at once, queues some and refuses more', async () => {
  const { limiter } = createLimiter();
  const started: (() => void)[] = [];
  const slow = () => new Promise<string>((resolve) => started.push(() => resolve('done')));
  const jobs = [limiter.run(slow), limiter.run(slow), limiter.run(slow)];
  await expect(limiter.run(slow)).rejects.toThrow('too many requests are queued');
  expect(started).toHaveLength(2);
  started[0]?.();
  await expect(jobs[0]).resolves.toBe('done');
  await expect.poll(() => started.length).toBe(3);
  started[1]?.();
  started[2]?.();
  await expect(Promise.all(jobs)).resolves.toEqual(['done', 'done', 'done']);
});

test('pauses requests to a service after consecutive failures', async () => {
  const clock = new TestClock(0);
  const { limiter, paused } = createLimiter(clock);
  for (let i = 0; i < 2; i++) await expect(limiter.run(failRequest)).rejects.toThrow('down');
  // A success in between resets the count.
  await limiter.run(async () => 'ok');
  for (let i = 0; i < 3; i++) await expect(limiter.run(failRequest)).rejects.toThrow('down');
  expect(paused).toHaveLength(1);
  let calls = 0;
  const count = async () => {
    calls += 1;
  };
  await expect(limiter.run(count)).rejects.toThrow('paused');
  clock.advance(29_999);
  await expect(limiter.run(count)).rejects.toThrow(ExternalServiceError);
  expect(calls).toBe(0);
  clock.advance(1);
  await limiter.run(count);
  expect(calls).toBe(1);
  expect(paused).toHaveLength(1);
});

test('does not count failures that are not those of the service', async () => {
  const { limiter, paused } = createLimiter();
  for (let i = 0; i < 5; i++) {
    await expect(
      limiter.run(async () => {
        throw new TypeError('internal');
      }),
    ).rejects.toThrow(TypeError);
  }
  expect(paused).toEqual([]);
});

test('aborts running and queued jobs when it is closed', async () => {
  const { limiter } = createLimiter();
  const wait = (signal: AbortSignal) =>
    new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => reject(new ExternalServiceError('aborted'))),
    );
  const jobs = [limiter.run(wait), limiter.run(wait), limiter.run(wait)];
  limiter.close();
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
