import { NamedError } from '@wakeline/contract/errors';
import { expect, test } from 'vitest';
import type { DrawnShape, DrawState } from '../../../map/draw/draw-surface.ts';
import { finishedShape } from './save-fence.ts';

const state = (drawn: DrawnShape | null, finished = true): DrawState => ({
  kind: drawn?.kind ?? 'polygon',
  drawn,
  finished,
  canUndo: false,
  canRedo: false,
});

const errorNameOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return error instanceof NamedError ? error.errorName : error;
  }
  return 'accepted';
};

const polygon = (...ring: [number, number][]): DrawnShape => ({
  kind: 'polygon',
  shape: { type: 'POLYGON', rings: [ring] },
});

test('accepts a finished, valid shape', () => {
  const square = polygon([0, 0], [1, 0], [1, 1], [0, 1]);
  const bowTie = polygon([0, 0], [1, 1], [1, 0], [0, 1]);
  const circle = (radius: number): DrawnShape => ({
    kind: 'circle',
    shape: { type: 'CIRCULAR', center: [0, 0], radius },
  });
  expect(errorNameOf(() => finishedShape(state(square)))).toBe('accepted');
  expect(errorNameOf(() => finishedShape(null))).toBe('drawing-unfinished');
  expect(errorNameOf(() => finishedShape(state(null)))).toBe('drawing-unfinished');
  expect(errorNameOf(() => finishedShape(state(square, false)))).toBe('drawing-unfinished');
  expect(errorNameOf(() => finishedShape(state(bowTie)))).toBe('fence-self-crosses');
  expect(errorNameOf(() => finishedShape(state(circle(0))))).toBe('fence-radius');
});
