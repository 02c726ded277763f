import { expect, test } from 'vitest';
import { createCamera, isSameCamera, toPixel, visibleCopies } from './camera.ts';

/** The map square is 1,024 pixels wide; its middle is drawn at 400, 300. */
const camera = createCamera({
  x: 0.5,
  y: 0.5,
  left: 400,
  top: 300,
  zoom: 1,
  bearing: 0,
  width: 800,
  height: 600,
});

test('draws the centre where panels leave space', () => {
  const padded = { ...camera, left: 500, top: 280 };
  expect(toPixel(padded, { x: 0.5, y: 0.5 })).toEqual({ x: 500, y: 280 });
  // An eighth of 1,024.
  expect(toPixel(padded, { x: 0.625, y: 0.375 })).toEqual({ x: 628, y: 152 });
});

test('rotates around the centre: with a bearing of 90 degrees east is up', () => {
  const { x, y } = toPixel(createCamera({ ...camera, bearing: 90 }), { x: 0.6, y: 0.5 });
  expect(x).toBeCloseTo(400, 9);
  expect(y).toBeCloseTo(300 - 102.4, 9);
});

test('finds one copy of the world in a view that shows a part of it', () => {
  // From x 0.109375 to 0.890625.
  expect(visibleCopies(camera, 0, 1, 0)).toEqual([0]);
  expect(visibleCopies(camera, 0.9, 0.95, 0)).toEqual([]);
  // 9.6 pixels outside.
  expect(visibleCopies(camera, 0.9, 0.95, 10)).toEqual([0]);
});

test('finds all copies in a view that is wider than the world', () => {
  // The world is 256 pixels wide, and the view 800: from x -1.0625 to 2.0625.
  const far = createCamera({ ...camera, zoom: -1 });
  expect(visibleCopies(far, 0, 1, 0)).toEqual([-2, -1, 0, 1, 2]);
  expect(visibleCopies(far, 0.5, 0.5, 0)).toEqual([-1, 0, 1]);
});

test('finds the other side of the antimeridian', () => {
  const eastern = createCamera({ ...camera, x: 0.99, zoom: 5 });
  expect(visibleCopies(eastern, 0.98, 0.98, 0)).toEqual([0]);
  expect(visibleCopies(eastern, 0.005, 0.005, 0)).toEqual([1]);
  // A line that continues beyond the antimeridian.
  expect(visibleCopies(eastern, 0.98, 1.02, 0)).toEqual([0]);
  expect(visibleCopies(eastern, -0.02, 0.02, 0)).toEqual([1]);
});

test('compares everything that moves content on the screen', () => {
  expect(isSameCamera(camera, { ...camera })).toBe(true);
  for (const key of ['x', 'y', 'zoom', 'bearing', 'left', 'top', 'width', 'height'] as const)
    expect(isSameCamera(camera, { ...camera, [key]: 7 })).toBe(false);
});
