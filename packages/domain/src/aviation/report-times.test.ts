import { expect, test } from 'vitest';
import { addReceipt, type ReportTimes, silentAfter } from './report-times.ts';

const MINUTE = 60_000;

/** Positions that arrive at these seconds. */
function receive(...seconds: readonly number[]): ReportTimes {
  const times = seconds.reduce<ReportTimes | null>((before, at) => addReceipt(before, at * 1_000), null);
  if (times === null) throw new Error('there is no position');
  return times;
}

const every = (interval: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => from + at * interval);

test.each([
  // 3 x 10 s and 3 x 60 s are the shortest time or less.
  ['10 s', every(10, 10), 3],
  ['60 s', every(60, 10), 3],
  ['90 s', every(90, 10), 4.5],
  ['5 min', every(300, 10), 15],
  ['10 min', every(600, 10), 30],
  ['an hour', every(3_600, 10), 30],
])('an interval of %s is silent after %s', (_, seconds, minutes) => {
  expect(silentAfter(receive(...seconds))).toBe(minutes * MINUTE);
});

test('a single position is silent after the longest time', () => {
  expect(silentAfter(receive(0))).toBe(30 * MINUTE);
});

test('reports each second are silent after the shortest time', () => {
  expect(silentAfter(receive(...every(1, 60)))).toBe(3 * MINUTE);
});

test('a gap of 25 minutes does not change the interval, three of five do', () => {
  const times = receive(...every(10, 10), 1_590);
  expect(silentAfter(times)).toBe(3 * MINUTE);
  expect(silentAfter(addReceipt(times, 1_600_000))).toBe(3 * MINUTE);
  // 600 s each.
  expect(silentAfter(receive(...every(10, 10), 690, 1_290))).toBe(3 * MINUTE);
  expect(silentAfter(receive(...every(10, 10), 690, 1_290, 1_890))).toBe(30 * MINUTE);
});

test('a burst of buffered positions counts as one', () => {
  const bursts = [0, 300, 600, 900].flatMap((start) => [start, start + 0.1, start + 0.5, start + 2]);
  const times = receive(...bursts);
  expect(silentAfter(times)).toBe(15 * MINUTE);
  expect(times.receivedAt).toBe(902_000);
});

test('a clock that is set back starts the next gap there', () => {
  const times = addReceipt(receive(...every(60, 3)), 30_000);
  expect(times).toEqual({ receivedAt: 30_000, gapFrom: 30_000, gaps: [60_000, 60_000] });
});
