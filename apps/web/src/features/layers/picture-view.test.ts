import { expect, test } from 'vitest';
import { fitPicture, toPanePoint, toPicturePoint, zoomAt } from './picture-view.ts';

test('fits the picture into the middle of its pane', () => {
  // Calculated by hand: 1000 by 500 in 400 by 400 is 400 by 200, with 100 above.
  const pane = { width: 400, height: 400 };
  expect(fitPicture({ width: 1000, height: 500 }, pane)).toEqual({ scale: 0.4, x: 0, y: 100 });
});

test('keeps the point under the pointer when zooming', () => {
  const view = { scale: 0.5, x: 10, y: 20 };
  const anchor = { x: 110, y: 70 };
  const closer = zoomAt(view, 4, anchor, 0.1);
  expect(closer.scale).toBe(2);
  // Calculated by hand: the point (200, 100) of the picture.
  expect(toPicturePoint(view, anchor)).toEqual({ x: 200, y: 100 });
  expect(toPicturePoint(closer, anchor)).toEqual({ x: 200, y: 100 });
  expect(toPanePoint(closer, { x: 200, y: 100 })).toEqual(anchor);
});

test('limits the zoom between the fitted picture and sixteen times', () => {
  const view = { scale: 1, x: 0, y: 0 };
  expect(zoomAt(view, 0.001, view, 0.25).scale).toBe(0.25);
  expect(zoomAt(view, 1000, view, 0.25).scale).toBe(16);
});
