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

test('reports a layer as reachable when one tile loads, though others fail', () => {
  const [one, two] = [tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  reachability.tileLoaded(one);
  reachability.tileFailed(two);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([true]);
});

test('reports a layer as unreachable only when all tiles have failed', () => {
  const [one, two] = [tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  reachability.tileFailed(one);
  expect(reported).toEqual([]);
  reachability.tileFailed(two);
  expect(reported).toEqual([false]);
});

test('reports a silent server after a timeout, and its recovery', () => {
  const one = tile();
  reachability.tileRequested(one);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS - 1);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual([false]);
  reachability.tileLoaded(one);
  expect(reported).toEqual([false, true]);
});

test('counts a missing tile (404) as reachable', () => {
  const one = tile();
  reachability.tileRequested(one);
  one.state = 'errored';
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS);
  expect(reported).toEqual([true]);
});

test('reports nothing when the user pans away before the first response', () => {
  const one = tile();
  reachability.tileRequested(one);
  reachability.tileAborted(one);
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([]);
});

test('evaluates later tiles separately from earlier ones that loaded', () => {
  const [one, two, three] = [tile(), tile(), tile()];
  reachability.tileRequested(one);
  reachability.tileRequested(two);
  // This tile does not exist (404): the engine emits no event.
  two.state = 'errored';
  reachability.tileLoaded(one);
  reachability.tileRequested(three);
  reachability.tileFailed(three);
  expect(reported).toEqual([true, false]);
});

test('reports nothing for a layer that is no longer visible', () => {
  reachability.tileRequested(tile());
  reachability.reset();
  vi.advanceTimersByTime(REACHABILITY_TIMEOUT_MS * 2);
  expect(reported).toEqual([]);
});
