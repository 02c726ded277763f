import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

const SECOND = 1_000;

let runs: number;
/** Ends the run of the task that is in flight. */
let finish: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  runs = 0;
});
afterEach(() => void vi.useRealTimers());

function start(takesLong = false) {
  return coalesce(() => {
    runs += 1;
    if (!takesLong) return Promise.resolve();
    return new Promise<void>((done) => {
      finish = done;
    });
  }, SECOND);
}

test('runs at once, and once a second while requests continue', async () => {
  const { request } = start();
  for (let ms = 0; ms < 10 * SECOND; ms += 10) {
    request();
    await vi.advanceTimersByTimeAsync(10);
  }
  // At 0 s, 1 s, ... 10 s.
  expect(runs).toBe(11);
});

test('runs once more after the last request of a burst, and then not again', async () => {
  const { request } = start();
  for (let message = 0; message < 500; message += 1) request();
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(SECOND - 1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(runs).toBe(2);
});

test('runs at once again after a pause', async () => {
  const { request } = start();
  request();
  await vi.advanceTimersByTimeAsync(SECOND);
  request();
  expect(runs).toBe(2);
});

test('waits for a task that takes longer than the interval, so that it is never restarted', async () => {
  const { request } = start(true);
  request();
  request();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(runs).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
});

test('runs nothing after it was stopped', async () => {
  const { request, stop } = start();
  request();
  request();
  stop();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(runs).toBe(1);
});
