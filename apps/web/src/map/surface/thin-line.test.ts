import { expect, test } from 'vitest';
import { thinLine } from './thin-line.ts';

const line = (x: readonly number[], joined: readonly number[], opacity: readonly number[]) => ({
  length: x.length,
  x,
  y: x.map(() => 0),
  joined,
  opacity,
});

test('leaves out vertices that lie closer than a distance to the one before', () => {
  const ones = [1, 1, 1, 1, 1, 0];
  expect(thinLine(line([0, 0.4, 0.8, 1.2, 1.9, 2], ones, ones), 1)).toEqual([0, 3, 5]);
});

test('keeps the ends of gaps, and where the opacity changes', () => {
  expect(thinLine(line([0, 0.1, 0.2, 0.3], [1, 0, 1, 0], [1, 1, 1, 1]), 1)).toEqual([0, 1, 2, 3]);
  expect(thinLine(line([0, 0.1, 0.2, 0.3, 0.4], [1, 1, 1, 1, 0], [0.2, 0.2, 0.6, 0.6, 1]), 1)).toEqual([
    0, 2, 4,
  ]);
});
