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
const sides = (places: ReturnType<typeof placeNames>) =>
  [...places].map(([id, { side }]) => `${id} ${side}`).join(', ');

test('a name stands below where there is room', () => {
  const places = placeNames([named(1, 100, 100)], none);
  expect(places.get(1)).toEqual({ side: 'below', box: { left: 80, top: 110, right: 120, bottom: 120 } });
});

test('a name makes way for what is named', () => {
  // The second mark, 15 below, lies over the place below the first.
  expect(sides(placeNames([named(1, 100, 100), named(2, 100, 125, 0)], none))).toBe('1 above');
});

test('a name makes way for those before it', () => {
  // 30 beside: names of 40 would overlap by 10.
  expect(sides(placeNames([named(1, 100, 100), named(2, 130, 100)], none))).toBe('1 below, 2 above');
});

test('a name without room anywhere is left out', () => {
  const around = [named(2, 100, 125, 0), named(3, 100, 75, 0), named(4, 130, 100, 0), named(5, 70, 100, 0)];
  expect(placeNames([named(1, 100, 100), ...around], none).size).toBe(0);
});

test('what lies under another has no name', () => {
  expect(sides(placeNames([named(1, 100, 100), named(2, 109, 100), named(3, 160, 100)], none))).toBe(
    '1 below, 3 below',
  );
});

test('a name stays on its side while that is free', () => {
  const first = placeNames([named(1, 100, 100), named(2, 130, 100)], none);
  // Now it has room below as well.
  expect(sides(placeNames([named(1, 100, 100), named(2, 300, 100)], first))).toBe('1 below, 2 above');
});
