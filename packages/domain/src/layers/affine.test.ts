import { expect, test } from 'vitest';
import { applyAffine, areCollinear, fitAffine } from './affine.ts';

test('three points are met exactly', () => {
  // By hand: x' = 2x - y + 10, y' = x + 3y - 5.
  const affine = fitAffine(
    [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 0, y: 2 },
    ],
    [
      { x: 10, y: -5 },
      { x: 18, y: -1 },
      { x: 8, y: 1 },
    ],
  );
  const expected = { a: 2, b: -1, c: 10, d: 1, e: 3, f: -5 };
  for (const [name, value] of Object.entries(expected))
    expect(affine[name as keyof typeof affine]).toBeCloseTo(value, 12);
  expect(applyAffine(expected, { x: 7, y: 5 })).toEqual({ x: 19, y: 17 });
});

test('of four points that do not agree the squares of what is missing are least', () => {
  // The corners of a square stay, and the last is drawn 4 to the right. By hand: the residual of an affine fit to four corners
  // of a square alternates, so each is missed by a quarter of that: 1.
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];
  const drawn = square.map((point, index) => (index === 3 ? { x: 4, y: 10 } : point));
  const affine = fitAffine(square, drawn);
  const missing = square.map((point, index) => (drawn[index]?.x ?? 0) - applyAffine(affine, point).x);
  for (const [index, value] of [-1, 1, -1, 1].entries()) expect(missing[index]).toBeCloseTo(value, 12);
  for (const [index, point] of square.entries())
    expect(applyAffine(affine, point).y).toBeCloseTo(drawn[index]?.y ?? 0, 12);
});

test('large offsets cost no precision', () => {
  // Web maps count from 0 to 1 over the whole earth: a picture of some metres is 1e-8 wide there.
  const from = [
    { x: 0, y: 0 },
    { x: 4096, y: 0 },
    { x: 0, y: 4096 },
  ];
  const to = from.map(({ x, y }) => ({ x: 0.8 + x * 1e-12, y: 0.4 + y * 1e-12 }));
  const at = applyAffine(fitAffine(from, to), { x: 4096, y: 4096 });
  expect(Math.abs(at.x - (0.8 + 4096e-12))).toBeLessThan(1e-15);
  expect(Math.abs(at.y - (0.4 + 4096e-12))).toBeLessThan(1e-15);
});

test.each([
  [[1, 1, 1, 1, 1, 1], true],
  [[0, 0, 10, 10, 20, 20], true],
  [[0, 5, 10, 5, 400, 5], true],
  // By hand: 100 long, 0.5 beside the middle; across to along is 0.408 to 70.7, below a hundredth.
  [[0, 0, 100, 0, 50, 0.5], true],
  [[0, 0, 100, 0, 50, 5], false],
  [[0, 0, 10, 0, 0, 10], false],
])('whether %j lie on one line: %j', ([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0], expected) => {
  const points = [
    { x: ax, y: ay },
    { x: bx, y: by },
    { x: cx, y: cy },
  ];
  expect(areCollinear(points)).toBe(expected);
});
