import { expect, test } from 'vitest';
import { isMoving, moveTo, pointAt, restAt } from './moving-point.ts';

test('moves faster at the start than at the end', () => {
  const point = moveTo({ x: 0.5, y: 0.5 }, { x: 0.6, y: 0.3 }, 1_000, 200);
  expect(pointAt(point, 900)).toEqual({ x: 0.5, y: 0.5 });
  // Half of the time: 1 - 0.5² = three quarters of the way.
  expect(pointAt(point, 1_100).x).toBeCloseTo(0.575, 12);
  expect(pointAt(point, 1_100).y).toBeCloseTo(0.35, 12);
  expect(pointAt(point, 1_200)).toEqual({ x: 0.6, y: 0.3 });
  expect([isMoving(point, 1_199), isMoving(point, 1_200)]).toEqual([true, false]);
});

test('crosses the antimeridian the short way', () => {
  const point = moveTo({ x: 0.99, y: 0.5 }, { x: 0.01, y: 0.5 }, 0, 100);
  // A quarter of the way is left to 0.01.
  expect(pointAt(point, 50).x).toBeCloseTo(0.005, 12);
});

test('rests without a duration', () => {
  const point = restAt({ x: 0.2, y: 0.4 });
  expect(isMoving(point, 0)).toBe(false);
  expect(pointAt(point, 0)).toEqual({ x: 0.2, y: 0.4 });
});
