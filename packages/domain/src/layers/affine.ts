/** A point of a plane. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** x' = a x + b y + c, y' = d x + e y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Points whose spread across their main direction is less than this ratio of the spread along it count as collinear. */
const MAX_COLLINEAR_RATIO = 0.01;

/** The centroid of the points and the second moments around it. */
function secondMoments(points: readonly PlanePoint[]) {
  const count = points.length;
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x / count;
    y += point.y / count;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (const point of points) {
    xx += (point.x - x) ** 2;
    xy += (point.x - x) * (point.y - y);
    yy += (point.y - y) ** 2;
  }
  return { x, y, xx, xy, yy };
}

/** Whether the points are collinear or identical, so that they do not determine an affine transformation. */
export function areCollinear(points: readonly PlanePoint[]): boolean {
  const { xx, xy, yy } = secondMoments(points);
  // Eigenvalues of the moment matrix: the squares of the spread along and across the main direction.
  const half = (xx + yy) / 2;
  const root = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  return half + root === 0 || Math.sqrt(Math.max(0, half - root) / (half + root)) < MAX_COLLINEAR_RATIO;
}

/**
 * The affine transformation from `from` to `to` with the smallest sum of squared residuals. Both have the same order. Three
 * points that are not collinear (`areCollinear`) are fitted exactly.
 */
export function fitAffine(from: readonly PlanePoint[], to: readonly PlanePoint[]): Affine {
  const { x, y, xx, xy, yy } = secondMoments(from);
  const target = secondMoments(to);
  // Relative to the two centroids the normal equations have two unknowns for each coordinate.
  let [xu, yu, xv, yv] = [0, 0, 0, 0];
  for (const [index, point] of from.entries()) {
    const { x: u, y: v } = to[index] ?? target;
    xu += (point.x - x) * (u - target.x);
    yu += (point.y - y) * (u - target.x);
    xv += (point.x - x) * (v - target.y);
    yv += (point.y - y) * (v - target.y);
  }
  const determinant = xx * yy - xy * xy;
  const a = (xu * yy - yu * xy) / determinant;
  const b = (yu * xx - xu * xy) / determinant;
  const d = (xv * yy - yv * xy) / determinant;
  const e = (yv * xx - xv * xy) / determinant;
  return { a, b, c: target.x - a * x - b * y, d, e, f: target.y - d * x - e * y };
}

export function applyAffine({ a, b, c, d, e, f }: Affine, { x, y }: PlanePoint): PlanePoint {
  return { x: a * x + b * y + c, y: d * x + e * y + f };
}
