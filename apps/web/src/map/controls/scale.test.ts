import { expect, test } from 'vitest';
import { metresPerPixel, roundLength } from './scale.ts';

test('fits the equator into the 512 pixels of zoom 0', () => {
  expect(metresPerPixel(0, 0) * 512).toBeCloseTo(40_030_230, -2);
  expect(metresPerPixel(60, 0) * 512).toBeCloseTo(20_015_115, -2);
  expect(metresPerPixel(0, 10)).toBeCloseTo(76.35, 2);
});

test('rounds lengths down to 1, 2 or 5 times a power of ten', () => {
  expect([1, 1.99, 2, 4.9, 5, 9.9, 10, 730, 0.7].map(roundLength)).toEqual([1, 1, 2, 2, 5, 5, 10, 500, 0.5]);
});
