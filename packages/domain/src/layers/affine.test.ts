import { expect, test } from 'vitest';
import { applyAffine, areCollinear, fitAffine } from './affine.ts';

test('fits three points exactly', () => {
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

test('minimizes the squared residuals of four inconsistent points', () => {
  // Three corners of a square stay, and the last one is moved 4 to the right. By hand: the residuals of an affine fit to the
  // corners of a square alternate, so each is a quarter of that: 1.
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];
  const moved = square.map((point, index) => (index === 3 ? { x: 4, y: 10 } : point));
  const affine = fitAffine(square, moved);
  const residuals = square.map((point, index) => (moved[index]?.x ?? 0) - applyAffine(affine, point).x);
  for (const [index, value] of [-1, 1, -1, 1].entries()) expect(residuals[index]).toBeCloseTo(value, 12);
  for (const [index, point] of square.entries())
    expect(applyAffine(affine, point).y).toBeCloseTo(moved[index]?.y ?? 0, 12);
});

test('loses no precision with large offsets', () => {
  // Web maps use 0 to 1 for the entire earth: a picture of some metres is 1e-8 wide.
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
  // By hand: 100 long, 0.5 off in the middle; the ratio of 0.408 across to 70.7 along is below a hundredth.
  [[0, 0, 100, 0, 50, 0.5], true],
  [[0, 0, 100, 0, 50, 5], false],
  [[0, 0, 10, 0, 0, 10], false],
])('reports whether %j are collinear: %j', ([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0], expected) => {
  const points = [
    { x: ax, y: ay },
    { x: bx, y: by },
    { x: cx, y: cy },
  ];
  expect(areCollinear(points)).toBe(expected);
});
