import { expect, test } from 'vitest';
import { createValueScale, niceStep, ticksBetween } from './scale.ts';

test('chooses steps of 1, 2 or 5 times a power of ten', () => {
  expect(niceStep(100, 5)).toBe(20);
  expect(niceStep(90, 4)).toBe(50);
  expect(niceStep(3, 4)).toBe(1);
  expect(niceStep(0.7, 5)).toBeCloseTo(0.2, 12);
  expect(niceStep(4_000, 4)).toBe(1_000);
});

test('places the edges of a chart on ticks beyond its values', () => {
  expect(createValueScale(3, 87, { fromZero: true, minSpan: 10 }, 2)).toEqual({
    low: 0,
    high: 100,
    ticks: [0, 50, 100],
  });
  expect(createValueScale(1_012, 1_388, { minSpan: 20 }, 2)).toEqual({
    low: 1_000,
    high: 1_400,
    ticks: [1_000, 1_200, 1_400],
  });
});

test('keeps a minimum span for values that hardly differ', () => {
  // At least 20 m: 90 to 110 around 100.
  expect(createValueScale(100, 100, { minSpan: 20 }, 2)).toEqual({
    low: 90,
    high: 110,
    ticks: [90, 100, 110],
  });
  expect(createValueScale(0, 0, { fromZero: true, minSpan: 10 }, 2)).toEqual({
    low: 0,
    high: 10,
    ticks: [0, 5, 10],
  });
});

test('uses the full range for percentages', () => {
  expect(createValueScale(40, 41, { fixed: [0, 100], minSpan: 100 }, 2)).toEqual({
    low: 0,
    high: 100,
    ticks: [0, 50, 100],
  });
});

test('supports negative heights', () => {
  expect(createValueScale(-412, -388, { minSpan: 20 }, 2)).toEqual({
    low: -420,
    high: -380,
    ticks: [-420, -400, -380],
  });
});

test('returns the multiples of a step', () => {
  expect(ticksBetween(3, 21, 5)).toEqual([5, 10, 15, 20]);
  expect(ticksBetween(0, 0.5, 0.1)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
});
