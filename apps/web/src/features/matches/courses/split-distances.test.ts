import { expect, test } from 'vitest';
import { formatSplits, parseSplits, regularSplits } from './split-distances.ts';

test('reads kilometres in any order as metres, without repetitions', () => {
  expect(parseSplits('10, 5，21.0975 10')).toEqual([5_000, 10_000, 21_097.5]);
  expect(parseSplits(' ')).toEqual([]);
  expect(formatSplits([5_000, 21_097.5])).toBe('5, 21.0975');
});

test('refuses what is no distance, and the start itself', () => {
  for (const text of ['5, x', '-3', '0', '1e3']) expect(parseSplits(text)).toBeNull();
});

test('splits at regular intervals end before the finish', () => {
  expect(regularSplits(12_300, 5_000, 10)).toEqual([5_000, 10_000]);
  expect(regularSplits(10_000, 5_000, 10)).toEqual([5_000]);
  expect(regularSplits(10_000, 1_000, 3)).toEqual([1_000, 2_000, 3_000]);
  expect(regularSplits(900, 1_000, 3)).toEqual([]);
  expect(regularSplits(900, 0, 3)).toEqual([]);
});
