import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SendScheduler } from './send-scheduler.ts';

let now = 0;
let scheduler: SendScheduler;
const rounds: number[] = [];

beforeEach(() => {
  now = 0;
  rounds.length = 0;
  scheduler = new SendScheduler(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
});
afterEach(() => void vi.useRealTimers());

/** Creates a task that takes `ms` milliseconds. */
function createTask(ms: number): () => void {
  return () => {
    rounds.push(now);
    now += ms;
  };
}

/** Advances the timers up to this time; each runs at its own time. */
function advanceTo(time: number): void {
  while (now < time) {
    now += 1;
    vi.advanceTimersByTime(1);
  }
}

test('runs the first round at once, and the next one after four times its duration', () => {
  const task = createTask(3);
  scheduler.request(task);
  scheduler.request(task);
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0]);
  scheduler.request(task);
  advanceTo(14);
  expect(rounds).toEqual([0]);
  advanceTo(15);
  expect(rounds).toEqual([0, 15]);
});

test('rests for 40 ms at most', () => {
  const task = createTask(200);
  scheduler.request(task);
  vi.advanceTimersByTime(0);
  scheduler.request(task);
  advanceTo(239);
  expect(rounds).toEqual([0]);
  advanceTo(240);
  expect(rounds).toEqual([0, 240]);
});

test('runs a round at once after a rest', () => {
  scheduler.request(createTask(3));
  vi.advanceTimersByTime(0);
  advanceTo(100);
  scheduler.request(createTask(3));
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0, 100]);
});

test('does not run a cancelled task, but the others', () => {
  const cancelled = createTask(1);
  const [one, other] = [createTask(1), createTask(1)];
  scheduler.request(one);
  scheduler.request(cancelled);
  scheduler.cancel(cancelled);
  scheduler.request(other);
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0, 1]);
  scheduler.request(cancelled);
  scheduler.cancel(cancelled);
  advanceTo(100);
  expect(rounds).toEqual([0, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
