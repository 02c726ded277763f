import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

let now = 0;
let pace: Pace;
const rounds: number[] = [];

beforeEach(() => {
  now = 0;
  rounds.length = 0;
  pace = new Pace(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
});
afterEach(() => void vi.useRealTimers());

/** A task that takes so many milliseconds. */
function taking(ms: number): () => void {
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
  const task = taking(3);
  pace.request(task);
  pace.request(task);
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0]);
  pace.request(task);
  advanceTo(14);
  expect(rounds).toEqual([0]);
  advanceTo(15);
  expect(rounds).toEqual([0, 15]);
});

test('it rests for 40 ms at most', () => {
  const task = taking(200);
  pace.request(task);
  vi.advanceTimersByTime(0);
  pace.request(task);
  advanceTo(239);
  expect(rounds).toEqual([0]);
  advanceTo(240);
  expect(rounds).toEqual([0, 240]);
});

test('after a rest a round is at once again', () => {
  pace.request(taking(3));
  vi.advanceTimersByTime(0);
  advanceTo(100);
  pace.request(taking(3));
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0, 100]);
});

test('a task that is withdrawn does not run, the others do', () => {
  const withdrawn = taking(1);
  const [one, other] = [taking(1), taking(1)];
  pace.request(one);
  pace.request(withdrawn);
  pace.withdraw(withdrawn);
  pace.request(other);
  vi.advanceTimersByTime(0);
  expect(rounds).toEqual([0, 1]);
  pace.request(withdrawn);
  pace.withdraw(withdrawn);
  advanceTo(100);
  expect(rounds).toEqual([0, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
