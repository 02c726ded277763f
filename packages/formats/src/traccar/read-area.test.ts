import { expect, test } from 'vitest';
import { readTraccarArea } from './read-area.ts';

test('reads a circle: latitude first, radius in metres', () => {
  expect(readTraccarArea('CIRCLE (36.075 120.29, 2600.5)')).toEqual({
    type: 'circle',
    center: [120.29, 36.075],
    radius: 2600.5,
  });
});

test('reads a polygon, with its closing vertex removed and with holes', () => {
  expect(readTraccarArea('POLYGON((36 120, 36.5 120, 36.5 120.5, 36 120))')).toEqual({
    type: 'polygon',
    rings: [
      [
        [120, 36],
        [120, 36.5],
        [120.5, 36.5],
      ],
    ],
  });
  expect(readTraccarArea('POLYGON ((0 0, 0 9, 9 9), (1 2, 2 2, 2 3))')).toMatchObject({
    rings: [
      [
        [0, 0],
        [9, 0],
        [9, 9],
      ],
      [
        [2, 1],
        [2, 2],
        [3, 2],
      ],
    ],
  });
});

test('reads a line across the antimeridian as a continuous one', () => {
  expect(readTraccarArea('LINESTRING (-17 179.5, -17.5 -179.5)')).toEqual({
    type: 'line',
    vertices: [
      [179.5, -17],
      [180.5, -17.5],
    ],
  });
});

test('reads numbers in the notation of Java', () => {
  expect(readTraccarArea('CIRCLE (1.0E-4 -5.0E-5, 1E3)')).toEqual({
    type: 'circle',
    center: [-0.00005, 0.0001],
    radius: 1000,
  });
});

test.each([
  ['', 'no text'],
  ['POINT (1 2)', 'another shape'],
  ['CIRCLE (36.0 120.0)', 'no radius'],
  ['CIRCLE (36.0 120.0, 12,5)', 'a decimal comma'],
  ['CIRCLE (36.0 120.0, far)', 'a radius that is no number'],
  ['CIRCLE (36.0, 120.0, 5)', 'a comma between the coordinates'],
  ['CIRCLE (120.0 36.0, 5)', 'longitude first'],
  ['POLYGON (36 120, 37 120, 37 121)', 'one pair of brackets'],
  ['POLYGON ((36 120, 37, 37 121))', 'a vertex without longitude'],
  ['POLYGON ((36 120, NaN 120, 37 121))', 'NaN'],
  ['LINESTRING (36 120)', 'a single position'],
  [
    'LINESTRING (0 0, 0 170, 0 -20, 0 150, 0 -40, 0 130, 0 -60, 0 110, 0 -80)',
    'a line around the earth twice',
  ],
])('refuses %j: %s', (text) => {
  expect(readTraccarArea(text)).toBeNull();
});
