import { expect, test } from 'vitest';
import { boundsAround } from './follow-devices.ts';

test('returns the smallest area that contains all coordinates', () => {
  expect(
    boundsAround([
      { lng: 10, lat: 54 },
      { lng: 12, lat: 53 },
    ]),
  ).toEqual({
    west: 10,
    east: 12,
    south: 53,
    north: 54,
  });
});

test('takes the shorter way across the antimeridian', () => {
  expect(
    boundsAround([
      { lng: 179, lat: 0 },
      { lng: -179, lat: 1 },
    ]),
  ).toEqual({
    west: 179,
    east: -179,
    south: 0,
    north: 1,
  });
});
