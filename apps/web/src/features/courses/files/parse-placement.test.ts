import { expect, test } from 'vitest';
import { parsePlacement } from './parse-placement.ts';

test('reads points of a map with any usual separator', () => {
  expect(parsePlacement('0 0 57.7 11.9\n100;0;57.7;11.925\n\n0,-50,57.69\t11.9 ')).toEqual([
    { x: 0, y: 0, latitude: 57.7, longitude: 11.9 },
    { x: 100, y: 0, latitude: 57.7, longitude: 11.925 },
    { x: 0, y: -50, latitude: 57.69, longitude: 11.9 },
  ]);
});

test.each([
  ['one point', '0 0 57.7 11.9'],
  ['a missing value', '0 0 57.7 11.9\n100 0 57.7'],
  ['another word', '0 0 57.7 11.9\n100 0 north 11.9'],
  ['a latitude beyond the pole', '0 0 57.7 11.9\n100 0 97.7 11.9'],
  ['nothing', ' \n'],
])('refuses %s', (_, text) => {
  expect(parsePlacement(text)).toBeNull();
});
