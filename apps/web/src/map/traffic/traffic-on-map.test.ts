import { expect, test } from 'vitest';
import { toFeedArea } from './traffic-on-map.ts';

test('wraps the visible area, also across the antimeridian and beyond the poles', () => {
  expect(toFeedArea({ west: 6, south: 53, east: 9, north: 55 })).toEqual({
    west: 6,
    south: 53,
    east: 9,
    north: 55,
  });
  expect(toFeedArea({ west: 170, south: -100, east: 190, north: 95 })).toEqual({
    west: 170,
    south: -90,
    east: -170,
    north: 90,
  });
  expect(toFeedArea({ west: -250, south: 0, east: 200, north: 1 })).toEqual({
    west: -180,
    south: 0,
    east: 180,
    north: 1,
  });
});
