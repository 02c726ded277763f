import { expect, test } from 'vitest';
import type { Position } from '../fences/fence-shape.ts';
import { lineLength } from '../geo/line-length.ts';
import { simplifyLine } from './simplify-line.ts';

test('removes positions on a straight line and keeps the corners', () => {
  const line: Position[] = [
    [0, 0],
    [0.1, 0],
    [0.2, 0],
    [0.2, 0.1],
  ];
  expect(simplifyLine(line, 100)).toEqual([line[0], line[2], line[3]]);
});

test('reduces a long line to about the requested number of positions, including its ends', () => {
  const line: Position[] = Array.from({ length: 20_000 }, (_, at) => [at / 10_000, Math.sin(at / 7) / 100]);
  const simple = simplifyLine(line, 500);
  expect(simple.length).toBeLessThanOrEqual(520);
  expect(simple.length).toBeGreaterThan(400);
  expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
});

// One degree along a great circle of a sphere of 6,371,008.8 m: 111,195.08 m.
test.each<[string, Position[], number]>([
  [
    'a degree of a meridian',
    [
      [10, 0],
      [10, 1],
    ],
    111_195.08,
  ],
  [
    'two degrees with three positions',
    [
      [10, 0],
      [10, 1],
      [10, 2],
    ],
    222_390.16,
  ],
  [
    'a degree of the equator across the antimeridian',
    [
      [179.5, 0],
      [180.5, 0],
    ],
    111_195.08,
  ],
  ['a single position', [[10, 0]], 0],
])('measures the length of %s', (_name, line, metres) => {
  expect(lineLength(line)).toBeCloseTo(metres, 1);
});
