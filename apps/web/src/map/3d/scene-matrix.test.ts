import { expect, test } from 'vitest';
import { relativeMatrix, split, transform } from './scene-matrix.ts';

/** x times 2 plus 3, y times 4 plus 5, z times 6 plus 7; w is z. Column-major. */
const MATRIX = [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6, 1, 3, 5, 7, 0];

test('transforms a point as the shaders do', () => {
  expect(transform(MATRIX, 10, 20, 30)).toEqual([23, 85, 187, 30]);
});

test('gives the same result relative to an origin and in metres', () => {
  // One metre is half a unit of the square: 60 metres are 30 units.
  const near = relativeMatrix(MATRIX, 10, 20, 0.5);
  expect(transform(near, 0, 0, 60)).toEqual([23, 85, 187, 30]);
  expect(transform(near, 1, -1, 0)).toEqual([25, 81, 7, 0]);
});

test('keeps a position to less than a millimetre in two 32-bit numbers', () => {
  const x = 0.527_777_777_777_7;
  const [high, low] = split(x);
  expect(Math.fround(high)).toBe(high);
  expect(Math.fround(low)).toBe(low);
  // One 32-bit number alone is off by up to 1.2 m on the ground: 40,000 km / 2^25.
  expect(Math.abs(high - x) * 40_030_000).toBeGreaterThan(0.05);
  expect(Math.abs(high + low - x) * 40_030_000).toBeLessThan(0.001);
});
