import { areCollinear, fitAffine, type PlanePoint } from './affine.ts';
import { solveLinearSystem } from './linear-system.ts';

/** A transformation of the plane with its inverse. A point without an image has coordinates that are NaN. */
export interface PlaneTransform {
  readonly apply: (point: PlanePoint) => PlanePoint;
  readonly invert: (point: PlanePoint) => PlanePoint;
}

const NO_POINT: PlanePoint = { x: Number.NaN, y: Number.NaN };

/** Rows of a 3 by 3 matrix of homogeneous coordinates. */
type Matrix = readonly [
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
];

/** The transformation of a homogeneous matrix; null if it cannot be inverted. */
function transformOf(matrix: Matrix): PlaneTransform | null {
  const inverse = invertMatrix(matrix);
  return inverse === null
    ? null
    : { apply: (point) => applyMatrix(matrix, point), invert: (point) => applyMatrix(inverse, point) };
}

/** Points behind the horizon of a perspective have no image. */
function applyMatrix([a, b, c, d, e, f, g, h, i]: Matrix, { x, y }: PlanePoint): PlanePoint {
  const w = g * x + h * y + i;
  return w > 0 ? { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w } : NO_POINT;
}

/** Of normalized points, whose usual transformation has a determinant of about 1. */
const MIN_DETERMINANT = 1e-6;

function determinantOf([a, b, c, d, e, f, g, h, i]: Matrix): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function invertMatrix(matrix: Matrix): Matrix | null {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const determinant = determinantOf(matrix);
  if (!(Math.abs(determinant) > 0)) return null;
  const k = 1 / determinant;
  return [
    (e * i - f * h) * k,
    (c * h - b * i) * k,
    (b * f - c * e) * k,
    (f * g - d * i) * k,
    (a * i - c * g) * k,
    (c * d - a * f) * k,
    (d * h - e * g) * k,
    (b * g - a * h) * k,
    (a * e - b * d) * k,
  ];
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const at = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (left[row * 3 + k] ?? 0) * (right[k * 3 + column] ?? 0), 0);
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
}

/**
 * Rotation, scale and shift with the smallest sum of squared residuals: x' = a x - b y + c, y' = b x + a y + d. It never
 * mirrors. Null for identical points.
 */
export function fitSimilarity(from: readonly PlanePoint[], to: readonly PlanePoint[]): PlaneTransform | null {
  const [source, target] = [centroidOf(from), centroidOf(to)];
  let [dot, cross, spread] = [0, 0, 0];
  for (const [index, point] of from.entries()) {
    const image = to[index] ?? target;
    const [x, y, u, v] = [point.x - source.x, point.y - source.y, image.x - target.x, image.y - target.y];
    dot += x * u + y * v;
    cross += x * v - y * u;
    spread += x * x + y * y;
  }
  if (!(spread > 0)) return null;
  const [a, b] = [dot / spread, cross / spread];
  return transformOf([
    ...([a, -b, target.x - a * source.x + b * source.y] as const),
    ...([b, a, target.y - b * source.x - a * source.y] as const),
    ...([0, 0, 1] as const),
  ]);
}

/** The affine transformation with the smallest sum of squared residuals; null for collinear points. */
export function fitAffineTransform(
  from: readonly PlanePoint[],
  to: readonly PlanePoint[],
): PlaneTransform | null {
  if (areCollinear(from) || areCollinear(to)) return null;
  const { a, b, c, d, e, f } = fitAffine(from, to);
  return transformOf([a, b, c, d, e, f, 0, 0, 1]);
}

/**
 * The projective transformation of four or more pairs: exact for four, otherwise with the smallest algebraic error after
 * normalization (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2 with the last element fixed). Null if the
 * pairs do not determine it: three of four on one line.
 */
export function fitProjective(from: readonly PlanePoint[], to: readonly PlanePoint[]): PlaneTransform | null {
  const [source, target] = [normalization(from), normalization(to)];
  if (source === null || target === null) return null;
  // Normal equations of the eight unknown elements.
  const equations = Array.from({ length: 8 }, () => new Array<number>(8).fill(0));
  const right = Array.from({ length: 8 }, () => [0]);
  const add = (row: readonly number[], value: number) => {
    for (const [i, left] of row.entries()) {
      const [equation, side] = [equations[i], right[i]];
      if (equation === undefined || side === undefined) continue;
      for (const [j, factor] of row.entries()) equation[j] = (equation[j] ?? 0) + left * factor;
      side[0] = (side[0] ?? 0) + left * value;
    }
  };
  for (const [index, point] of from.entries()) {
    const { x, y } = applyMatrix(source.matrix, point);
    const { x: u, y: v } = applyMatrix(target.matrix, to[index] ?? point);
    add([x, y, 1, 0, 0, 0, -u * x, -u * y], u);
    add([0, 0, 0, x, y, 1, -v * x, -v * y], v);
  }
  const solution = solveLinearSystem(equations, right);
  if (solution === null) return null;
  const [a, b, c, d, e, f, g, h] = solution.map(([value = 0]) => value) as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  // Three of four points on one line, and their images not.
  if (!(Math.abs(determinantOf([a, b, c, d, e, f, g, h, 1])) > MIN_DETERMINANT)) return null;
  return transformOf(multiply(target.inverse, multiply([a, b, c, d, e, f, g, h, 1], source.matrix)));
}

/**
 * Shifts the centroid to the origin and scales the mean distance to the square root of 2. Null for identical points.
 */
function normalization(points: readonly PlanePoint[]): { matrix: Matrix; inverse: Matrix } | null {
  const { x, y } = centroidOf(points);
  const distance =
    points.reduce((sum, point) => sum + Math.hypot(point.x - x, point.y - y), 0) / points.length;
  if (!(distance > 0)) return null;
  const scale = Math.SQRT2 / distance;
  const matrix: Matrix = [scale, 0, -scale * x, 0, scale, -scale * y, 0, 0, 1];
  return { matrix, inverse: [1 / scale, 0, x, 0, 1 / scale, y, 0, 0, 1] };
}

function centroidOf(points: readonly PlanePoint[]): PlanePoint {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x / points.length;
    y += point.y / points.length;
  }
  return { x, y };
}

/** Iterations and accuracy of the inverse of a spline, in normalized units: a millionth of the spread of the points. */
const MAX_ITERATIONS = 30;
const TOLERANCE = 1e-9;

/**
 * The thin plate spline through all pairs (Bookstein, Principal Warps, 1989): an affine part, and a term r² ln r² for
 * each pair. Null for pairs that do not determine it: all on one line, or two at the same position.
 */
export function fitThinPlateSpline(
  from: readonly PlanePoint[],
  to: readonly PlanePoint[],
): PlaneTransform | null {
  const affine = fitAffineTransform(from, to);
  const [source, target] = [normalization(from), normalization(to)];
  if (affine === null || source === null || target === null) return null;
  const centres = from.map((point) => applyMatrix(source.matrix, point));
  const images = to.map((point) => applyMatrix(target.matrix, point));
  const matrix = [
    ...centres.map(({ x, y }) => [...centres.map((other) => kernel(x - other.x, y - other.y)), 1, x, y]),
    [...centres.map(() => 1), 0, 0, 0],
    [...centres.map(({ x }) => x), 0, 0, 0],
    [...centres.map(({ y }) => y), 0, 0, 0],
  ];
  const right = [...images.map(({ x, y }) => [x, y]), [0, 0], [0, 0], [0, 0]];
  const solution = solveLinearSystem(matrix, right);
  if (solution === null) return null;
  const spline = createSpline(centres, solution);
  return {
    apply: (point) => applyMatrix(target.inverse, spline(applyMatrix(source.matrix, point)).image),
    invert(point) {
      const goal = applyMatrix(target.matrix, point);
      const start = applyMatrix(source.matrix, affine.invert(point));
      return applyMatrix(source.inverse, solveSpline(spline, goal, start));
    },
  };
}

/** The kernel of the spline at a difference of coordinates. */
function kernel(dx: number, dy: number): number {
  const squared = dx * dx + dy * dy;
  return squared === 0 ? 0 : squared * Math.log(squared);
}

interface SplineValue {
  readonly image: PlanePoint;
  /** Partial derivatives: of x and y by x, then by y. */
  readonly jacobian: readonly [xx: number, yx: number, xy: number, yy: number];
}

function createSpline(
  centres: readonly PlanePoint[],
  solution: readonly (readonly number[])[],
): (point: PlanePoint) => SplineValue {
  const weights = solution.map(([x = 0, y = 0]) => ({ x, y }));
  const count = centres.length;
  const [constant = NO_POINT, byX = NO_POINT, byY = NO_POINT] = weights.slice(count);
  return ({ x, y }) => {
    let [u, v] = [constant.x + byX.x * x + byY.x * y, constant.y + byX.y * x + byY.y * y];
    let [xx, yx, xy, yy] = [byX.x, byX.y, byY.x, byY.y];
    for (const [index, centre] of centres.entries()) {
      const weight = weights[index] ?? NO_POINT;
      const [dx, dy] = [x - centre.x, y - centre.y];
      const squared = dx * dx + dy * dy;
      if (squared === 0) continue;
      const logarithm = Math.log(squared);
      const value = squared * logarithm;
      const slope = 2 * (logarithm + 1);
      u += weight.x * value;
      v += weight.y * value;
      xx += weight.x * slope * dx;
      yx += weight.y * slope * dx;
      xy += weight.x * slope * dy;
      yy += weight.y * slope * dy;
    }
    return { image: { x: u, y: v }, jacobian: [xx, yx, xy, yy] };
  };
}

/** The point whose image is `goal`, by Newton's method; NaN if it does not converge, where the spline folds. */
function solveSpline(
  spline: (point: PlanePoint) => SplineValue,
  goal: PlanePoint,
  start: PlanePoint,
): PlanePoint {
  let { x, y } = start;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const { image, jacobian } = spline({ x, y });
    const [xx, yx, xy, yy] = jacobian;
    const [errorX, errorY] = [goal.x - image.x, goal.y - image.y];
    if (Math.abs(errorX) + Math.abs(errorY) < TOLERANCE) return { x, y };
    const determinant = xx * yy - xy * yx;
    x += (yy * errorX - xy * errorY) / determinant;
    y += (xx * errorY - yx * errorX) / determinant;
  }
  return NO_POINT;
}

/** The projective transformation of the unit square to four corners, in the order of a picture's corners. */
export function squareToCorners(corners: readonly [PlanePoint, PlanePoint, PlanePoint, PlanePoint]) {
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  return fitProjective(square, corners);
}
