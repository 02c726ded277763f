import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REACHABILITY_TIMEOUT_MS, watchReachability } from './tile-reachability.ts';

const tile = () => ({ state: 'loading' });
let reported: boolean[];
let reachability: ReturnType<typeof watchReachability>;
beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  reachability = watchReachability((reachable) => reported.push(reachable));
});
afterEach(() => void vi.useRealTimers());

test('a tile that comes says that the layer is there, whatever becomes of the others', () => {
  const [one, two] = [tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  reachability.tileLoaded(one);
  reachability.tileFailed(two);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([true]);
});

test('when all fail it is not', () => {
  const [one, two] = [tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  reachability.tileFailed(one);
  expect(reported).toEqual([]);
  reachability.tileFailed(two);
  expect(reported).toEqual([false]);
});

test('a server that does not answer is not there after some seconds, and is when it does', () => {
  const one = tile();
  reachability.tileRequested(one);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS - 1);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual([false]);
  reachability.tileLoaded(one);
  expect(reported).toEqual([false, true]);
});

test('no tile at this place is an answer', () => {
  const one = tile();
  reachability.tileRequested(one);
  one.state = 'errored';
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS);
  expect(reported).toEqual([true]);
});

test('who pans away before anything came knows nothing', () => {
  const one = tile();
  reachability.tileRequested(one);
  reachability.tileAborted(one);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([]);
});

test('after a time in which tiles came, the next ones are looked at by themselves', () => {
  const [one, two, three] = [tile(), tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  // There is none at this place: nothing tells.
  two.state = 'errored';
  reachability.tileLoaded(one);
  reachability.tileRequested(three);
  reachability.tileFailed(three);
  expect(reported).toEqual([true, false]);
});

test('a layer that is not shown any more says nothing', () => {
  reachability.tileRequested(tile());
  reachability.reset();
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([]);
});
