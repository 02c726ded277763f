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

test('lets a few through at once, one waits, and more are refused', async () => {
  const { limiter } = createLimiter();
  const started: (() => void)[] = [];
  const slow = () => new Promise<string>((resolve) => started.push(() => resolve('done')));
  const jobs = [limiter.run(slow), limiter.run(slow), limiter.run(slow)];
  await expect(limiter.run(slow)).rejects.toThrow('too many wait already');
  expect(started).toHaveLength(2);
  started[0]?.();
  await expect(jobs[0]).resolves.toBe('done');
  await expect.poll(() => started.length).toBe(3);
  started[1]?.();
  started[2]?.();
  await expect(Promise.all(jobs)).resolves.toEqual(['done', 'done', 'done']);
});

test('leaves a service alone that fails again and again, for a time', async () => {
  const clock = new TestClock(0);
  const { limiter, paused } = createLimiter(clock);
  for (let i = 0; i < 2; i++) await expect(limiter.run(failRequest)).rejects.toThrow('down');
  // A success in between counts.
  await limiter.run(async () => 'well');
  for (let i = 0; i < 3; i++) await expect(limiter.run(failRequest)).rejects.toThrow('down');
  expect(paused).toHaveLength(1);
  let calls = 0;
  const count = async () => {
    calls += 1;
  };
  await expect(limiter.run(count)).rejects.toThrow('left alone');
  clock.advance(29_999);
  await expect(limiter.run(count)).rejects.toThrow(ExternalServiceError);
  expect(calls).toBe(0);
  clock.advance(1);
  await limiter.run(count);
  expect(calls).toBe(1);
  expect(paused).toHaveLength(1);
});

test('failures that are not of the service do not close it', async () => {
  const { limiter, paused } = createLimiter();
  for (let i = 0; i < 5; i++) {
    await expect(
      limiter.run(async () => {
        throw new TypeError('ours');
      }),
    ).rejects.toThrow(TypeError);
  }
  expect(paused).toEqual([]);
});

test('gives up what runs and what waits when it is closed', async () => {
  const { limiter } = createLimiter();
  const wait = (signal: AbortSignal) =>
    new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => reject(new ExternalServiceError('given up'))),
    );
  const jobs = [limiter.run(wait), limiter.run(wait), limiter.run(wait)];
  limiter.close();
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
