import { expect, test } from 'vitest';
import type { PlanePoint } from './affine.ts';
import { leaveOneOut, rootMeanSquare, selectMethod } from './placement-method.ts';
import {
  fitAffineTransform,
  fitProjective,
  fitSimilarity,
  fitThinPlateSpline,
  type PlaneTransform,
} from './plane-transform.ts';

const toPoints = (pairs: readonly (readonly [number, number])[]): PlanePoint[] =>
  pairs.map(([x, y]) => ({ x, y }));

/** Seven pairs with errors of some metres: pixels of a picture (y upwards) and metres. */
const FROM = toPoints([
  ...([
    [0, 0],
    [1000, -20],
    [980, -1500],
    [30, -1480],
  ] as const),
  ...([
    [500, -700],
    [260, -1210],
    [800, -300],
  ] as const),
]);
const TO = toPoints([
  ...([
    [-600, 800],
    [395, 812],
    [402, -690],
    [-585, -672],
  ] as const),
  ...([
    [-98, 104],
    [-330, -405],
    [190, 498],
  ] as const),
]);

function expectImage(
  transform: PlaneTransform | null,
  [x, y]: readonly [number, number],
  image: readonly number[],
) {
  const at = transform?.apply({ x, y });
  expect(at?.x).toBeCloseTo(image[0] ?? 0, 5);
  expect(at?.y).toBeCloseTo(image[1] ?? 0, 5);
  const back = transform?.invert(at ?? { x: 0, y: 0 });
  expect(back?.x).toBeCloseTo(x, 5);
  expect(back?.y).toBeCloseTo(y, 5);
}

/** Expected values: NumPy 1.24 (linalg.lstsq, linalg.solve) and SciPy 1.10 (interpolate.RBFInterpolator, degree 1). */
test('agrees with NumPy and SciPy', () => {
  expectImage(fitSimilarity(FROM, TO), [640, -900], [42.527844, -91.390815]);
  expectImage(fitAffineTransform(FROM, TO), [640, -900], [43.142351, -90.388275]);
  const spline = fitThinPlateSpline(FROM, TO);
  expectImage(spline, [640, -900], [49.158464, -94.821935]);
  expectImage(spline, [100, -200], [-501.472077, 598.077446]);
  expectImage(spline, [1000, -1500], [422.289049, -689.759053]);
  const corners = toPoints([
    [0, 0],
    [1000, 0],
    [1000, -1500],
    [0, -1500],
  ]);
  const projective = fitProjective(
    corners,
    toPoints([
      [-600, 800],
      [500, 700],
      [300, -650],
      [-450, -500],
    ]),
  );
  expectImage(projective, [500, -750], [-81.790437, -34.893184]);
  expectImage(projective, [100, -1400], [-384.683199, -452.821067]);
});

test.each([
  ['similarity', [16.920587, 25.140798, 19.716593, 32.821607, 5.418299, 8.312276, 21.344797]],
  ['affine', [31.844082, 35.287708, 29.566626, 36.71476, 5.244131, 11.464527, 24.555339]],
  ['spline', [34.782495, 37.732158, 22.208617, 30.820728, 12.685205, 14.301876, 22.379296]],
] as const)('agrees with NumPy and SciPy when one pair is left out: %s', (method, expected) => {
  const distances = leaveOneOut(method, FROM, TO);
  for (const [index, value] of expected.entries()) expect(distances?.[index]).toBeCloseTo(value, 5);
});

/** A known transformation of nine points. */
const GRID = [0, 400, 1000].flatMap((x) => [0, -600, -1500].map((y) => ({ x, y })));
const ROTATED = GRID.map(({ x, y }) => ({ x: 0.6 * x - 0.8 * y + 5, y: 0.8 * x + 0.6 * y - 7 }));
const SHEARED = GRID.map(({ x, y }) => ({ x: 2 * x - y + 10, y: x + 3 * y - 5 }));
const TILTED = GRID.map(({ x, y }) => {
  const w = 1 + x * 2e-4 - y * 1e-4;
  return { x: (x - 0.1 * y) / w, y: (0.2 * x + y) / w };
});
const BENT = GRID.map(({ x, y }) => ({ x: x + 80 * Math.sin(y / 400), y: y + 60 * Math.sin(x / 300) }));

test.each([
  ['similarity', ROTATED],
  ['affine', SHEARED],
  ['projective', TILTED],
] as const)(
  'recovers a known transformation and selects the simplest method for it: %s',
  (method, images) => {
    expect(selectMethod(GRID, images)).toBe(method);
    const distances = leaveOneOut(method, GRID, images) ?? [];
    expect(distances).toHaveLength(9);
    expect(rootMeanSquare(distances)).toBeLessThan(1e-6);
  },
);

test('passes through all points of a distorted map and selects the spline', () => {
  expect(selectMethod(GRID, BENT)).toBe('spline');
  const spline = fitThinPlateSpline(GRID, BENT);
  for (const [index, { x, y }] of GRID.entries()) {
    const image = BENT[index];
    expectImage(spline, [x, y], [image?.x ?? 0, image?.y ?? 0]);
  }
});

test('selects an affine transformation for three pairs', () => {
  expect(selectMethod(FROM.slice(0, 3), TO.slice(0, 3))).toBe('affine');
});

test('has no image beyond the horizon of a perspective', () => {
  // By hand: the weight 1 - x / 1000 is 0 at 1000.
  const images = GRID.filter(({ x }) => x < 1000);
  const tilted = images.map(({ x, y }) => ({ x: x / (1 - x / 1000), y: y / (1 - x / 1000) }));
  const projective = fitProjective(images, tilted);
  expect(projective?.apply({ x: 500, y: 0 }).x).toBeCloseTo(1000, 6);
  expect(projective?.apply({ x: 1001, y: 0 }).x).toBeNaN();
});

test('fits nothing to points that do not determine a transformation', () => {
  const same = toPoints([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  const line = toPoints([
    [0, 0],
    [1, 1],
    [2, 2],
    [5, 0],
  ]);
  expect(fitSimilarity(same, FROM.slice(0, 3))).toBeNull();
  expect(fitAffineTransform(line.slice(0, 3), FROM.slice(0, 3))).toBeNull();
  expect(
    fitProjective(
      line,
      toPoints([
        [0, 0],
        [1, 1],
        [2, 3],
        [5, 0],
      ]),
    ),
  ).toBeNull();
  expect(fitThinPlateSpline([...FROM, { x: 0, y: 0 }], [...TO, { x: 1, y: 1 }])).toBeNull();
});
