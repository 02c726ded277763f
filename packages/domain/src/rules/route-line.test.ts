import { describe, expect, test } from 'vitest';
import { RouteLine } from './route-line.ts';

/** One metre along a meridian, degrees: 6 371 008.8 m * pi / 180 = 111 195.08 m per degree. */
const METRE = 1 / 111_195.08;

describe('a line of 1 km east along the equator, then 1 km north', () => {
  const line = new RouteLine([
    [0, 0],
    [1_000 * METRE, 0],
    [1_000 * METRE, 1_000 * METRE],
  ]);
  test.each([
    ['beside the first segment', 500, 60, 60],
    ['beside the second segment', 1_080, 500, 80],
    ['before the start', -30, 40, 50],
    ['beyond the end', 1_060, 1_080, 100],
    ['in the inner corner', 970, 40, 30],
  ])('%s', (_, east, north, distance) => {
    const position = { longitude: east * METRE, latitude: north * METRE };
    expect(line.isWithin(position, distance - 0.1)).toBe(false);
    expect(line.isWithin(position, distance + 0.1)).toBe(true);
  });
});

test('a degree of longitude is half as long at 60 degrees north', () => {
  const line = new RouteLine([
    [10, 60],
    [10, 60.01],
  ]);
  const position = { longitude: 10 + 200 * METRE, latitude: 60.005 };
  expect(line.isWithin(position, 99)).toBe(false);
  expect(line.isWithin(position, 101)).toBe(true);
});

test('a line across the antimeridian is one line from both sides', () => {
  const line = new RouteLine([
    [179.99, 0],
    [-179.99, 0],
  ]);
  for (const longitude of [180, -180, 179.995, -179.995])
    expect(line.isWithin({ longitude, latitude: 40 * METRE }, 50)).toBe(true);
  expect(line.isWithin({ longitude: -179.995, latitude: 60 * METRE }, 50)).toBe(false);
  expect(line.isWithin({ longitude: 0, latitude: 0 }, 50)).toBe(false);
});

test('a line of one position is a point, and one of none is nowhere', () => {
  expect(new RouteLine([[5, 5]]).isWithin({ longitude: 5, latitude: 5 + 90 * METRE }, 100)).toBe(true);
  expect(new RouteLine([[5, 5]]).isWithin({ longitude: 5, latitude: 5 + 110 * METRE }, 100)).toBe(false);
  expect(new RouteLine([]).isWithin({ longitude: 5, latitude: 5 }, 100)).toBe(false);
});
