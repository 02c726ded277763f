import { expect, test } from 'vitest';
import { symbolDrawing } from './symbol-drawing.ts';
import { DESCRIPTION_SYMBOLS } from './symbols.ts';

test('has a drawing for every symbol', () => {
  const missing = [...DESCRIPTION_SYMBOLS.keys()].filter((reference) => symbolDrawing(reference) === null);
  expect(missing).toEqual([]);
});

test('draws wide symbols over all columns', () => {
  const wide = [...DESCRIPTION_SYMBOLS.values()].filter(
    ({ reference }) => symbolDrawing(reference)?.wide === true,
  );
  expect(new Set(wide.map(({ column }) => column))).toEqual(new Set(['all']));
});

test('has only path data with known commands', () => {
  for (const reference of DESCRIPTION_SYMBOLS.keys())
    for (const { path, width } of symbolDrawing(reference)?.shapes ?? []) {
      expect(path, reference).toMatch(/^[\sMLCaZze\d.,-]+$/);
      expect(width, reference).toBeGreaterThanOrEqual(0);
    }
});

test('knows no other reference', () => {
  expect(symbolDrawing('toString')).toBeNull();
});
