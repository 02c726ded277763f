import { expect, test } from 'vitest';
import { visibleArcs } from './circle-arcs.ts';

test.each([
  [[], [[0, 360]]],
  [[[30, 60]], [[60, 390]]],
  [
    [
      [30, 60],
      [180, 200],
    ],
    [
      [60, 180],
      [200, 390],
    ],
  ],
  // Through 0 degrees.
  [[[350, 20]], [[20, 350]]],
  [[[-10, 20]], [[20, 350]]],
  // Overlapping gaps, and one inside another.
  [
    [
      [30, 90],
      [60, 120],
      [70, 80],
    ],
    [[120, 390]],
  ],
  [[[0, 360]], []],
  [[[45, 45]], [[0, 360]]],
])('a circle with the gaps %j has the arcs %j', (gaps, arcs) => {
  const toArcs = (list: readonly (readonly number[])[]) => list.map(([from = 0, to = 0]) => ({ from, to }));
  expect(visibleArcs(toArcs(gaps))).toEqual(toArcs(arcs));
});
