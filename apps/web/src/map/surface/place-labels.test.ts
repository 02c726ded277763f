import { expect, test } from 'vitest';
import { type LabelCandidate, placeLabels } from './place-labels.ts';

/** Markers 20 pixels wide, labels 40 by 10. */
const candidate = (id: number, x: number, y: number, width = 40): LabelCandidate => ({
  id,
  x,
  y,
  halfSize: 10,
  clearance: 10,
  sides: ['below', 'above', 'right', 'left'],
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

test('places a label only on the sides that it may have', () => {
  const above = { ...candidate(1, 100, 100), sides: ['above'], clearance: 23 } as const;
  expect(placeLabels([above], noPositions, screen).get(1)).toEqual({
    side: 'above',
    box: { left: 80, top: 67, right: 120, bottom: 77 },
  });
  // Covers the place above.
  expect(placeLabels([above, candidate(2, 100, 70, 0)], noPositions, screen).size).toBe(0);
});

test('always shows a label that avoids nothing, and others avoid it', () => {
  const sos = { ...candidate(1, 100, 100), sides: ['above'], isAlwaysVisible: true } as const;
  const around = [candidate(2, 100, 75, 0), candidate(3, 130, 85)];
  // Below and above the third: 110 to 150, 95 to 105 and 65 to 75; the label of the first: 80 to 120, 80 to 90.
  expect(sides(placeLabels([sos, ...around], noPositions, screen))).toBe('1 above, 3 below');
});

test('ignores a marker without a size', () => {
  const label = { ...candidate(2, 100, 125, 0), halfSize: 0 };
  expect(sides(placeLabels([candidate(1, 100, 100), label], noPositions, screen))).toBe('1 below');
});

test('places 2,000 labels so that none overlaps another', () => {
  const candidates = Array.from({ length: 2_000 }, (_, id) =>
    candidate(id + 1, (id * 7_919) % 1_440, (id * 104_729) % 900),
  );
  const positions = placeLabels(candidates, noPositions, { left: 0, top: 0, right: 1_440, bottom: 900 });
  const boxes = [...positions.values()].map(({ box }) => box);
  expect(boxes.length).toBeGreaterThan(50);
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
});
