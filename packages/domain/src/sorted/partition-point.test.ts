import { expect, test } from 'vitest';
import { partitionPoint } from './partition-point.ts';

const VALUES = [1, 3, 3, 7];

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 1],
  [7, 3],
  [8, 4],
])('finds the first value not below %d at index %d', (wanted, index) => {
  expect(partitionPoint(VALUES.length, (at) => (VALUES[at] ?? 0) < wanted)).toBe(index);
});

test('returns 0 for an empty list', () => {
  expect(partitionPoint(0, () => true)).toBe(0);
});

test('does not examine indexes before the start', () => {
  const examined: number[] = [];
  const found = partitionPoint(
    8,
    (at) => {
      examined.push(at);
      return at < 6;
    },
    5,
  );
  expect(found).toBe(6);
  expect(Math.min(...examined)).toBeGreaterThanOrEqual(5);
});

test('searches a million values in twenty steps', () => {
  let steps = 0;
  partitionPoint(1_000_000, (at) => {
    steps += 1;
    return at < 777_777;
  });
  expect(steps).toBeLessThanOrEqual(20);
});
