import { expect, test } from 'vitest';
import { boundsAround } from './follow-devices.ts';

test('the area around places is the least that holds them', () => {
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

test('over the antimeridian it goes the short way', () => {
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
