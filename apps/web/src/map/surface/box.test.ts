import { expect, test } from 'vitest';
import { createExtent, fitBox, unionOf } from './box.ts';

const screen = { left: 0, top: 0, right: 800, bottom: 600 };

test('covers what is visible, up to the edges of the map', () => {
  const extent = createExtent(screen);
  expect(extent.box).toBeNull();
  extent.addAround(-50, 100, 20, 20);
  expect(extent.box).toBeNull();
  extent.addAround(-10, 100, 20, 20);
  extent.addAround(300, 590, 20, 20);
  expect(extent.box).toEqual({ left: 0, top: 80, right: 320, bottom: 600 });
});

test('unites boxes', () => {
  const box = { left: 1, top: 2, right: 3, bottom: 4 };
  expect(unionOf(null, box)).toEqual(box);
  expect(unionOf(box, null)).toEqual(box);
  expect(unionOf(box, { left: 2, top: 0, right: 5, bottom: 3 })).toEqual({
    left: 1,
    top: 0,
    right: 5,
    bottom: 4,
  });
});

test('fits a canvas in steps of 64 pixels', () => {
  expect(fitBox({ left: 10.5, top: 20, right: 75, bottom: 84 }, null)).toEqual({
    left: 10,
    top: 20,
    right: 10 + 128,
    bottom: 20 + 64,
  });
});

test('keeps a canvas that is large enough', () => {
  const current = { left: 0, top: 0, right: 128, bottom: 128 };
  expect(fitBox({ left: 5, top: 5, right: 120, bottom: 100 }, current)).toBe(current);
  expect(fitBox({ left: 5, top: 5, right: 130, bottom: 100 }, current)).toEqual({
    left: 5,
    top: 5,
    right: 133,
    bottom: 133,
  });
});

test('makes a canvas smaller that is more than half again too large', () => {
  const current = { left: 0, top: 0, right: 192, bottom: 128 };
  // 128 by 128 is necessary, and 192 by 128 exactly half again.
  expect(fitBox({ left: 0, top: 0, right: 100, bottom: 100 }, current)).toBe(current);
  const larger = { ...current, right: 256 };
  expect(fitBox({ left: 0, top: 0, right: 100, bottom: 100 }, larger)).toEqual({
    left: 0,
    top: 0,
    right: 128,
    bottom: 128,
  });
});
