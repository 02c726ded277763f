import { expect, test } from 'vitest';
import { positionPopup } from './popup-position.ts';

const free = { left: 320, top: 0, right: 1440, bottom: 800 };
const size = { width: 280, height: 200 };

test('it lies above its place, in the middle', () => {
  expect(positionPopup({ x: 800, y: 500 }, size, free)).toEqual({
    left: 660,
    top: 274,
    side: 'above',
    arrowOffset: 140,
  });
});

test('below where there is no room above', () => {
  expect(positionPopup({ x: 800, y: 100 }, size, free)).toMatchObject({ top: 126, side: 'below' });
});

test('beside a panel it moves over and its tip stays at the place', () => {
  expect(positionPopup({ x: 350, y: 500 }, size, free)).toMatchObject({ left: 328, arrowOffset: 22 });
});

test('a place that left the view keeps its popup at the edge, without a tip', () => {
  expect(positionPopup({ x: 2000, y: 500 }, size, free)).toMatchObject({ left: 1152, side: null });
});
