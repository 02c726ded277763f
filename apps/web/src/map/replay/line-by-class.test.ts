import { expect, test } from 'vitest';
import { linesByClass } from './line-by-class.ts';

const points = [0, 1, 2, 3, 4].map((fix) => ({ fix, lng: fix, lat: 0 }));

test('returns one line for a single colour', () => {
  expect(linesByClass(points, null)).toEqual([
    {
      class: 0,
      lines: [
        [
          [0, 0],
          [1, 0],
          [2, 0],
          [3, 0],
          [4, 0],
        ],
      ],
    },
  ]);
});

test('cuts the line where its colour changes, with connected parts', () => {
  const classes = [1, 1, 3, 1, 2];
  expect(linesByClass(points, (fix) => classes[fix] ?? 0)).toEqual([
    {
      class: 1,
      lines: [
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
        [
          [3, 0],
          [4, 0],
        ],
      ],
    },
    {
      class: 3,
      lines: [
        [
          [2, 0],
          [3, 0],
        ],
      ],
    },
  ]);
});

test('continues across the antimeridian', () => {
  const pacific = [179, -179, -178].map((lng, fix) => ({ fix, lng, lat: 0 }));
  expect(linesByClass(pacific, null)[0]?.lines[0]).toEqual([
    [179, 0],
    [181, 0],
    [182, 0],
  ]);
});

test('returns nothing for a single point or none', () => {
  expect(linesByClass(points.slice(0, 1), null)).toEqual([]);
  expect(linesByClass([], null)).toEqual([]);
});
