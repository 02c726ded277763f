import { expect, test } from 'vitest';
import { DAY } from './history-copy.ts';
import { findDifferences, planReads } from './plan-reads.ts';

const sum = (trackerId: number, day: number, count: number, checksum = '1') => ({
  ...{ trackerId, day, count },
  checksum,
});

test('finds days of other numbers, of other content, and of one store only', () => {
  const source = [sum(2, 1, 5), sum(1, 1, 5), sum(1, 2, 5), sum(1, 3, 5)];
  const target = [sum(1, 1, 5), sum(1, 2, 4), sum(1, 3, 5, '2'), sum(3, 9, 7)];
  expect(findDifferences(source, target)).toEqual([
    { trackerId: 1, day: 2, source: 5, target: 4 },
    { trackerId: 1, day: 3, source: 5, target: 5 },
    { trackerId: 2, day: 1, source: 5, target: 0 },
    { trackerId: 3, day: 9, source: 0, target: 7 },
  ]);
});

test('reads near devices together, distant ones apart, and long days one by one', () => {
  const day = (trackerId: number, number: number, source: number) => ({
    ...{ trackerId, day: number, source },
    target: 0,
  });
  const reads = planReads([
    day(1, 10, 40_000),
    day(2, 12, 40_000),
    day(3, 10, 30_000),
    day(100, 10, 1),
    day(101, 10, 90_000),
    day(101, 11, 20_000),
  ]);
  const window = (first: number, last = first) => ({ from: first * DAY, to: (last + 1) * DAY - 1 });
  expect(reads.map(({ range, window: own }) => [range.first, range.last, own])).toEqual([
    [1, 2, window(10, 12)],
    [3, 3, window(10)],
    [100, 100, window(10)],
    [101, 101, window(10)],
    [101, 101, window(11)],
  ]);
});
