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

test('fits a canvas in steps', () => {
  expect(fitBox({ left: 10.5, top: 20, right: 75, bottom: 84 }, null, true)).toEqual({
    left: 10,
    top: 20,
    right: 10 + 128,
    bottom: 20 + 64,
  });
  const wide = fitBox({ left: 0, top: 0, right: 300, bottom: 1_100 }, null, true);
  expect([wide.right, wide.bottom]).toEqual([384, 1_536]);
});

test('moves a canvas that is large enough as little as necessary, without a new size', () => {
  const current = { left: 0, top: 0, right: 128, bottom: 128 };
  expect(fitBox({ left: 5, top: 5, right: 120, bottom: 100 }, current, true)).toEqual(current);
  expect(fitBox({ left: 50, top: -20.5, right: 140.2, bottom: 60 }, current, true)).toEqual({
    left: 13,
    top: -21,
    right: 141,
    bottom: 107,
  });
  expect(fitBox({ left: 5, top: 5, right: 140, bottom: 100 }, current, true)).toEqual({
    left: 0,
    top: 0,
    right: 192,
    bottom: 128,
  });
});

test('makes a canvas smaller when it has more than four times the necessary area, unless it may not shrink', () => {
  const content = { left: 0, top: 0, right: 100, bottom: 100 };
  // 128 by 128 is necessary.
  const fourTimes = { left: 0, top: 0, right: 256, bottom: 256 };
  expect(fitBox(content, fourTimes, true)).toEqual(fourTimes);
  const larger = { ...fourTimes, right: 384 };
  expect(fitBox(content, larger, true)).toEqual({ left: 0, top: 0, right: 128, bottom: 128 });
  expect(fitBox(content, larger, false)).toEqual(larger);
});
