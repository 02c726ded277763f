import { expect, test } from 'vitest';
import { lineDistance } from './line-distance.ts';
import { at } from './testing/plan-event.ts';

const LINE = [at(0, 0), at(100, 0), at(100, 100)];

test('measures along a line to the nearest point of it', () => {
  expect(lineDistance(LINE, at(40, 5))).toBeCloseTo(40, 1);
  // 100 m to the bend, then 30 m north (on the equator a degree north is 0.67 % shorter than one east: 29.8 m).
  expect(lineDistance(LINE, at(104, 30))).toBeCloseTo(129.8, 0);
});

test('ends with the line', () => {
  expect(lineDistance(LINE, at(-50, 0))).toBe(0);
  expect(lineDistance(LINE, at(100, 500))).toBeCloseTo(199.3, 0);
  expect(lineDistance([], at(0, 0))).toBe(0);
  expect(lineDistance([at(5, 5)], at(0, 0))).toBe(0);
});
