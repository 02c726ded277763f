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
])('the first value that is not below %d has index %d', (wanted, index) => {
  expect(partitionPoint(VALUES.length, (at) => (VALUES[at] ?? 0) < wanted)).toBe(index);
});

test('nothing is found in nothing', () => {
  expect(partitionPoint(0, () => true)).toBe(0);
});

test('what lies before the start is not looked at', () => {
  const seen: number[] = [];
  const found = partitionPoint(
    8,
    (at) => {
      seen.push(at);
      return at < 6;
    },
    5,
  );
  expect(found).toBe(6);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(5);
});

test('a million values take twenty looks', () => {
  let looks = 0;
  partitionPoint(1_000_000, (at) => {
    looks += 1;
    return at < 777_777;
  });
  expect(looks).toBeLessThanOrEqual(20);
});
