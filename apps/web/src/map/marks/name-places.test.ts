import { expect, test } from 'vitest';
import { type Named, placeNames } from './name-places.ts';

/** Marks 20 pixels wide, names 40 by 10. */
const named = (id: number, x: number, y: number, width = 40): Named => ({
  id,
  x,
  y,
  clear: 10,
  width,
  height: 10,
});
const none = new Map();
/** A screen that all of it is in. */
const screen = { left: 0, top: 0, right: 1_000, bottom: 1_000 };
const sides = (places: ReturnType<typeof placeNames>) =>
  [...places].map(([id, { side }]) => `${id} ${side}`).join(', ');

test('a name stands below where there is room', () => {
  const places = placeNames([named(1, 100, 100)], none, screen);
  expect(places.get(1)).toEqual({ side: 'below', box: { left: 80, top: 110, right: 120, bottom: 120 } });
});

test('a name makes way for what is named', () => {
  // The second mark, 15 below, lies over the place below the first.
  expect(sides(placeNames([named(1, 100, 100), named(2, 100, 125, 0)], none, screen))).toBe('1 above');
});

test('a name makes way for those before it', () => {
  // 30 beside: names of 40 would overlap by 10.
  expect(sides(placeNames([named(1, 100, 100), named(2, 130, 100)], none, screen))).toBe('1 below, 2 above');
});

test('a name without room anywhere is left out', () => {
  const around = [named(2, 100, 125, 0), named(3, 100, 75, 0), named(4, 130, 100, 0), named(5, 70, 100, 0)];
  expect(placeNames([named(1, 100, 100), ...around], none, screen).size).toBe(0);
});

test('what lies under another has no name', () => {
  expect(sides(placeNames([named(1, 100, 100), named(2, 109, 100), named(3, 160, 100)], none, screen))).toBe(
    '1 below, 3 below',
  );
});

test('a name stays on its side while that is free', () => {
  const first = placeNames([named(1, 100, 100), named(2, 130, 100)], none, screen);
  // Now it has room below as well.
  expect(sides(placeNames([named(1, 100, 100), named(2, 300, 100)], first, screen))).toBe('1 below, 2 above');
});

test('a name stands where it is seen whole, and beyond that only if it is nowhere', () => {
  // Below reaches to 995 + 10 + 10; beside, from 990 to 1,000, is whole.
  const low = named(1, 100, 995);
  expect(sides(placeNames([low], none, screen))).toBe('1 above');
  // As it was below before the map was moved.
  expect(sides(placeNames([low], new Map([[1, { side: 'below', box: screen }]]), screen))).toBe('1 above');
  expect(sides(placeNames([named(1, 100, 1_200)], none, screen))).toBe('1 below');
  // Above is taken by another mark.
  expect(sides(placeNames([low, named(2, 100, 970, 0)], none, screen))).toBe('1 right');
});
