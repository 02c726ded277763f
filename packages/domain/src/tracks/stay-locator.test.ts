import { expect, test } from 'vitest';
import type { FenceShape } from '../fences/fence-shape.ts';
import { createStayLocator } from './stay-locator.ts';

const stayAt = (lng: number, lat: number) => ({ lng, lat });
const fence = (west: number, south: number, east: number, north: number): FenceShape => ({
  type: 'RECTANGLE',
  west,
  south,
  east,
  north,
});
const point = (longitude: number, latitude: number) => ({ longitude, latitude });

test('finds whether a stay lies in a fence', () => {
  const { isInFence } = createStayLocator(
    [stayAt(10.05, 54.05), stayAt(11, 54.05)],
    [fence(10, 54, 10.1, 54.1)],
    [],
  );
  expect(isInFence(10.05, 54.05)).toBe(true);
  expect(isInFence(11, 54.05)).toBe(false);
});

test.each<[string, FenceShape]>([
  ['a rectangle', fence(0, 40, 20, 60)],
  [
    'a polygon',
    {
      type: 'POLYGON',
      rings: [
        [
          [0, 40],
          [20, 40],
          [20, 60],
          [0, 60],
        ],
      ],
    },
  ],
  // 14 degrees of latitude are 1,557 km.
  ['a circle', { type: 'CIRCULAR', center: [10, 40], radius: 1_600_000 }],
])('finds %s larger than the extent of all stays', (_name, shape) => {
  const { isInFence } = createStayLocator([stayAt(10, 54)], [shape], []);
  expect(isInFence(10, 54)).toBe(true);
  expect(createStayLocator([stayAt(10, 61)], [shape], []).isInFence(10, 61)).toBe(false);
});

test('handles a fence across the antimeridian', () => {
  const { isInFence } = createStayLocator([stayAt(-179.95, -17)], [fence(179.9, -17.1, -179.9, -16.9)], []);
  expect(isInFence(-179.95, -17)).toBe(true);
  expect(isInFence(0, -17)).toBe(false);
});

test('finds a labelled point within 100 m among many', () => {
  // 0.0008 degrees of latitude are 89 m, 0.001 are 111 m; 0.0015 of longitude at 54 degrees 98 m.
  const { isAtPoint } = createStayLocator(
    [stayAt(10, 54), stayAt(10, 54.5), stayAt(10, 55)],
    [],
    [point(10, 54.501), point(11, 54), point(10, 54.0008), point(12, 55), point(10.0015, 55), point(9, 55)],
  );
  expect(isAtPoint(10, 54)).toBe(true);
  expect(isAtPoint(10, 54.5)).toBe(false);
  expect(isAtPoint(10, 55)).toBe(true);
});
