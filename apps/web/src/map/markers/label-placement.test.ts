import { expect, test } from 'vitest';
import { type LabelCandidate, placeLabels } from './label-placement.ts';

/** Markers 20 pixels wide, labels 40 by 10. */
const candidate = (id: number, x: number, y: number, width = 40): LabelCandidate => ({
  id,
  x,
  y,
  clearance: 10,
  width,
  height: 10,
});
const noPositions = new Map();
/** A viewport that contains everything. */
const screen = { left: 0, top: 0, right: 1_000, bottom: 1_000 };
const sides = (positions: ReturnType<typeof placeLabels>) =>
  [...positions].map(([id, { side }]) => `${id} ${side}`).join(', ');

test('places a label below its marker if there is space', () => {
  const positions = placeLabels([candidate(1, 100, 100)], noPositions, screen);
  expect(positions.get(1)).toEqual({ side: 'below', box: { left: 80, top: 110, right: 120, bottom: 120 } });
});

test('does not cover another marker', () => {
  // The second marker, 15 below, overlaps the place below the first.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 100, 125, 0)], noPositions, screen))).toBe(
    '1 above',
  );
});

test('does not cover an earlier label', () => {
  // 30 pixels apart: labels of 40 would overlap by 10.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 130, 100)], noPositions, screen))).toBe(
    '1 below, 2 above',
  );
});

test('hides a label without free space', () => {
  const around = [
    candidate(2, 100, 125, 0),
    candidate(3, 100, 75, 0),
    candidate(4, 130, 100, 0),
    candidate(5, 70, 100, 0),
  ];
  expect(placeLabels([candidate(1, 100, 100), ...around], noPositions, screen).size).toBe(0);
});

test('hides the label of a covered marker', () => {
  expect(
    sides(
      placeLabels(
        [candidate(1, 100, 100), candidate(2, 109, 100), candidate(3, 160, 100)],
        noPositions,
        screen,
      ),
    ),
  ).toBe('1 below, 3 below');
});

test('keeps a label on its side while that is free', () => {
  const first = placeLabels([candidate(1, 100, 100), candidate(2, 130, 100)], noPositions, screen);
  // Now there is also space below.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 300, 100)], first, screen))).toBe(
    '1 below, 2 above',
  );
});

test('prefers a side that is fully visible', () => {
  // Below extends to 995 + 10 + 10; right, from 990 to 1,000, is fully visible.
  const low = candidate(1, 100, 995);
  expect(sides(placeLabels([low], noPositions, screen))).toBe('1 above');
  // It was below before the map moved.
  expect(sides(placeLabels([low], new Map([[1, { side: 'below', box: screen }]]), screen))).toBe('1 above');
  expect(sides(placeLabels([candidate(1, 100, 1_200)], noPositions, screen))).toBe('1 below');
  // Another marker covers the place above.
  expect(sides(placeLabels([low, candidate(2, 100, 970, 0)], noPositions, screen))).toBe('1 right');
});
