import { expect, test } from 'vitest';
import { type LabelCandidate, placeLabels } from './label-placement.ts';

/** Marks 20 pixels wide, names 40 by 10. */
const candidate = (id: number, x: number, y: number, width = 40): LabelCandidate => ({
  id,
  x,
  y,
  clearance: 10,
  width,
  height: 10,
});
const noPositions = new Map();
/** A screen that all of it is in. */
const screen = { left: 0, top: 0, right: 1_000, bottom: 1_000 };
const sides = (positions: ReturnType<typeof placeLabels>) =>
  [...positions].map(([id, { side }]) => `${id} ${side}`).join(', ');

test('a name stands below where there is room', () => {
  const positions = placeLabels([candidate(1, 100, 100)], noPositions, screen);
  expect(positions.get(1)).toEqual({ side: 'below', box: { left: 80, top: 110, right: 120, bottom: 120 } });
});

test('a name makes way for what is named', () => {
  // The second mark, 15 below, lies over the place below the first.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 100, 125, 0)], noPositions, screen))).toBe(
    '1 above',
  );
});

test('a name makes way for those before it', () => {
  // 30 beside: names of 40 would overlap by 10.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 130, 100)], noPositions, screen))).toBe(
    '1 below, 2 above',
  );
});

test('a name without room anywhere is left out', () => {
  const around = [
    candidate(2, 100, 125, 0),
    candidate(3, 100, 75, 0),
    candidate(4, 130, 100, 0),
    candidate(5, 70, 100, 0),
  ];
  expect(placeLabels([candidate(1, 100, 100), ...around], noPositions, screen).size).toBe(0);
});

test('what lies under another has no name', () => {
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

test('a name stays on its side while that is free', () => {
  const first = placeLabels([candidate(1, 100, 100), candidate(2, 130, 100)], noPositions, screen);
  // Now it has room below as well.
  expect(sides(placeLabels([candidate(1, 100, 100), candidate(2, 300, 100)], first, screen))).toBe(
    '1 below, 2 above',
  );
});

test('a name stands where it is seen whole, and beyond that only if it is nowhere', () => {
  // Below reaches to 995 + 10 + 10; beside, from 990 to 1,000, is whole.
  const low = candidate(1, 100, 995);
  expect(sides(placeLabels([low], noPositions, screen))).toBe('1 above');
  // As it was below before the map was moved.
  expect(sides(placeLabels([low], new Map([[1, { side: 'below', box: screen }]]), screen))).toBe('1 above');
  expect(sides(placeLabels([candidate(1, 100, 1_200)], noPositions, screen))).toBe('1 below');
  // Above is taken by another mark.
  expect(sides(placeLabels([low, candidate(2, 100, 970, 0)], noPositions, screen))).toBe('1 right');
});
