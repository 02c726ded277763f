import type { TrailPoint } from '@wakeline/contract/shares';
import { expect, test } from 'vitest';
import { curvePath, extent } from './curve.ts';

const FRAME = { from: 0, to: 600_000, width: 240, height: 36, low: 0, high: 36 };
const pointAt = (seconds: number, speed: number | null): TrailPoint => ({
  time: seconds * 1_000,
  lng: 0,
  lat: 0,
  speed,
  height: null,
});
const path = (...points: TrailPoint[]) => curvePath(points, ({ speed }) => speed, FRAME);

test('draws from edge to edge, with high values at the top', () => {
  // 600 s over 240 px: 0.4 px a second; one pixel for 1 km/h.
  expect(path(pointAt(0, 0), pointAt(150, 18), pointAt(300, 36))).toBe('M0.0 36.0h0L60.0 18.0L120.0 0.0');
});

test('breaks at unknown values and gaps', () => {
  expect(path(pointAt(0, 9), pointAt(10, null), pointAt(20, 9))).toBe('M0.0 27.0h0M8.0 27.0h0');
  expect(path(pointAt(0, 9), pointAt(301, 9))).toBe('M0.0 27.0h0M120.4 27.0h0');
});

test('omits points before the left edge', () => {
  expect(path(pointAt(-10, 9), pointAt(0, 9))).toBe('M0.0 27.0h0');
});

test('ignores unknown values in the extent', () => {
  expect(extent([null, 3, 1, null])).toEqual([1, 3]);
  expect(extent([null])).toBeNull();
});
