import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REACH_PATIENCE_MS, watchReach } from './reach.ts';

const tile = () => ({ state: 'loading' });
let told: boolean[];
let reach: ReturnType<typeof watchReach>;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  reach = watchReach((reachable) => told.push(reachable));
});
afterEach(() => void vi.useRealTimers());

test('a tile that comes says that the layer is there, whatever becomes of the others', () => {
  const [one, two] = [tile(), tile()];
  reach.asked(one);
  reach.asked(two);
  reach.answered(one);
  reach.failed(two);
  vi.advanceTimersByTime(REACH_PATIENCE_MS * 2);
  expect(told).toEqual([true]);
});

test('when all fail it is not', () => {
  const [one, two] = [tile(), tile()];
  reach.asked(one);
  reach.asked(two);
  reach.failed(one);
  expect(told).toEqual([]);
  reach.failed(two);
  expect(told).toEqual([false]);
});

test('a server that does not answer is not there after some seconds, and is when it does', () => {
  const one = tile();
  reach.asked(one);
  vi.advanceTimersByTime(REACH_PATIENCE_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([false]);
  reach.answered(one);
  expect(told).toEqual([false, true]);
});

test('no tile at this place is an answer', () => {
  const one = tile();
  reach.asked(one);
  one.state = 'errored';
  vi.advanceTimersByTime(REACH_PATIENCE_MS);
  expect(told).toEqual([true]);
});

test('who pans away before anything came knows nothing', () => {
  const one = tile();
  reach.asked(one);
  reach.dropped(one);
  vi.advanceTimersByTime(REACH_PATIENCE_MS * 2);
  expect(told).toEqual([]);
});

test('after a time in which tiles came, the next ones are looked at by themselves', () => {
  const [one, two, three] = [tile(), tile(), tile()];
  reach.asked(one);
  reach.asked(two);
  // There is none at this place: nothing tells.
  two.state = 'errored';
  reach.answered(one);
  reach.asked(three);
  reach.failed(three);
  expect(told).toEqual([true, false]);
});

test('a layer that is not shown any more says nothing', () => {
  reach.asked(tile());
  reach.reset();
  vi.advanceTimersByTime(REACH_PATIENCE_MS * 2);
  expect(told).toEqual([]);
});
