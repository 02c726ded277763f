import { NamedError } from '@wakeline/contract/errors';
import { expect, test } from 'vitest';
import type { Drawn, DrawState } from '../../../map/draw/draw-surface.ts';
import { finishedShape } from './save-fence.ts';

const state = (drawn: Drawn | null, finished = true): DrawState => ({
  kind: drawn?.kind ?? 'polygon',
  drawn,
  finished,
  canUndo: false,
  canRedo: false,
});

const nameOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof NamedError ? error.errorName : error;
  }
  return 'taken';
};

const polygon = (...ring: [number, number][]): Drawn => ({
  kind: 'polygon',
  shape: { type: 'POLYGON', rings: [ring] },
});

test('an area is taken when it is finished and keeps to the rules', () => {
  const square = polygon([0, 0], [1, 0], [1, 1], [0, 1]);
  const bow = polygon([0, 0], [1, 1], [1, 0], [0, 1]);
  const circle = (radius: number): Drawn => ({
    kind: 'circle',
    shape: { type: 'CIRCULAR', center: [0, 0], radius },
  });
  expect(nameOf(() => finishedShape(state(square)))).toBe('taken');
  expect(nameOf(() => finishedShape(null))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(null)))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(square, false)))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(bow)))).toBe('fence-self-crosses');
  expect(nameOf(() => finishedShape(state(circle(0))))).toBe('fence-radius');
});
