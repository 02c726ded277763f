import { expect, test } from 'vitest';
import { positionPopup } from './popup-position.ts';

const free = { left: 320, top: 0, right: 1440, bottom: 800 };
const size = { width: 280, height: 200 };

test('is above its anchor and centred', () => {
  expect(positionPopup({ x: 800, y: 500 }, size, free)).toEqual({
    left: 660,
    top: 274,
    side: 'above',
    arrowOffset: 140,
  });
});

test('is below if there is no space above', () => {
  expect(positionPopup({ x: 800, y: 100 }, size, free)).toMatchObject({ top: 126, side: 'below' });
});

test('moves away from a panel while its arrow stays at the anchor', () => {
  expect(positionPopup({ x: 350, y: 500 }, size, free)).toMatchObject({ left: 328, arrowOffset: 22 });
});

test('stays at the edge without an arrow when its anchor leaves the view', () => {
  expect(positionPopup({ x: 2000, y: 500 }, size, free)).toMatchObject({ left: 1152, side: null });
});
