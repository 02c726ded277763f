import type { OverprintElement } from '@wakeline/domain/courses/overprint';
import { overprintDimensions } from '@wakeline/domain/courses/overprint-dimensions';
import { resultOf } from '@wakeline/domain/courses/steps';
import { expect, test } from 'vitest';
import { createOverprintFeatures, type OverprintDrawing } from './overprint-diff.ts';

const dimensions = overprintDimensions(15_000, 15_000);

function circle(control: string, x: number, gaps: { from: number; to: number }[] = []): OverprintElement {
  return { type: 'circle', control, center: { x, y: 0 }, radius: 2.5, gaps };
}

function drawing(
  elements: readonly OverprintElement[],
  changes: Partial<OverprintDrawing> = {},
): OverprintDrawing {
  return {
    parts: [{ overprint: { dimensions, elements }, muted: false }],
    ...{ origin: [13, 60], printScale: 10_000, selected: null },
    ...changes,
  };
}

/** The controls that an update adds, and the ids that it removes. */
function update(features: ReturnType<typeof createOverprintFeatures>, next: OverprintDrawing) {
  const difference = resultOf(features.update(next));
  return {
    added: difference?.add?.map(({ id, properties }) => [id, properties?.of]) ?? [],
    removed: difference?.remove ?? [],
  };
}

test('sends only the elements that changed, with the ids that they had', () => {
  const features = createOverprintFeatures();
  expect(update(features, drawing([circle('31', 0), circle('32', 10)]))).toEqual({
    ...{
      added: [
        [1, '31'],
        [2, '32'],
      ],
      removed: [],
    },
  });
  expect(resultOf(features.update(drawing([circle('31', 0), circle('32', 10)])))).toBeNull();
  expect(update(features, drawing([circle('31', 0), circle('32', 11)]))).toEqual({
    ...{ added: [[2, '32']], removed: [] },
  });
  expect(update(features, drawing([circle('32', 11)]))).toEqual({ added: [], removed: [1] });
});

test('a drawing that was not completed changes nothing', () => {
  const features = createOverprintFeatures();
  update(features, drawing([circle('31', 0), circle('32', 10)]));
  const moved = features.update(drawing([circle('31', 1), circle('32', 11)], { printScale: 7_500 }));
  moved.next();
  // Only what differs from the drawing that the map has.
  expect(update(features, drawing([circle('31', 0), circle('32', 11)]))).toEqual({
    ...{ added: [[2, '32']], removed: [] },
  });
});

test('adds and removes sections of an element', () => {
  const features = createOverprintFeatures();
  update(features, drawing([circle('31', 0)]));
  const cut = [
    { from: 0, to: 10 },
    { from: 90, to: 100 },
  ];
  expect(update(features, drawing([circle('31', 0, cut)]))).toEqual({
    ...{
      added: [
        [1, '31'],
        [2, '31'],
      ],
      removed: [],
    },
  });
  expect(update(features, drawing([circle('31', 0)]))).toEqual({ added: [[1, '31']], removed: [2] });
});

test('sends what is selected, muted or on other paper again', () => {
  const features = createOverprintFeatures();
  const elements = [circle('31', 0), circle('32', 10)];
  update(features, drawing(elements));
  const selected = drawing(elements, { selected: '32' });
  expect(update(features, selected)).toEqual({ added: [[2, '32']], removed: [] });
  const [part] = selected.parts;
  const muted = { ...selected, parts: part === undefined ? [] : [{ ...part, muted: true }] };
  expect(update(features, muted)).toEqual({
    added: [
      [1, '31'],
      [2, '32'],
    ],
    removed: [],
  });
  expect(update(features, { ...muted, printScale: 7_500 }).added).toHaveLength(2);
  expect(update(features, { ...muted, printScale: 7_500, origin: [13, 60.02] }).added).toHaveLength(2);
});
