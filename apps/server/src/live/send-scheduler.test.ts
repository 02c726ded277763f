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

/** A task that takes so many milliseconds. */
function createTask(ms: number): () => void {
  return () => {
    rounds.push(now);
    now += ms;
  };
}

/** Lets timers run up to this time; what is due earlier runs at its own time. */
function advanceTo(time: number): void {
  while (now < time) {
    now += 1;
    vi.advanceTimersByTime(1);
  }
}

test('the first round is at once, the next after four times what it took', () => {
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

test('it rests for 40 ms at most', () => {
  const task = createTask(200);
  scheduler.request(task);
  vi.advanceTimersByTime(0);
  scheduler.request(task);
  advanceTo(239);
  expect(rounds).toEqual([0]);
  advanceTo(240);
  expect(rounds).toEqual([0, 240]);
});

test('after a rest a round is at once again', () => {
  scheduler.request(createTask(3));
  vi.advanceTimersByTime(0);
  advanceTo(100);
  scheduler.request(createTask(3));
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0, 100]);
});

test('a task that is withdrawn does not run, the others do', () => {
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
