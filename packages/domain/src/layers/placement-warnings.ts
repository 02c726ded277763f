import { fitAffine, type PlanePoint } from './affine.ts';
import { leaveOneOut, type PlacementMethod } from './placement-method.ts';
import type { PlaneTransform } from './plane-transform.ts';

/** What may be wrong with a placement. `pair` is the index of a pair of points. */
export type PlacementWarning =
  | { readonly kind: 'mirrored' | 'folded' | 'extrapolated' }
  | { readonly kind: 'outside' | 'paper' | 'outlier'; readonly pair: number };

export interface PlacementFit {
  readonly width: number;
  readonly height: number;
  readonly layerPoints: readonly PlanePoint[];
  /** The points of the picture with y upwards, and their positions in metres. */
  readonly from: readonly PlanePoint[];
  readonly to: readonly PlanePoint[];
  readonly transform: PlaneTransform;
  readonly method: PlacementMethod;
  /** Metres. */
  readonly residuals: readonly number[];
  /** Denominator of the scale of a printed map; null if unknown. */
  readonly mapScale: number | null;
  /** Points that cover the picture, in pixels. */
  readonly grid: readonly PlanePoint[];
}

/** A residual above this distance on paper is visible: one millimetre. */
const PAPER_METRES = 0.001;
/** With fewer pairs, a wrong one distorts the fit to the others as much as its own. */
const MIN_OUTLIER_PAIRS = 5;
/** A pair that is this many times farther from the fit to the others than is usual for pairs, and some pixels, is wrong. */
const OUTLIER_FACTOR = 4;
const OUTLIER_PIXELS = 5;
/** A corner that is this many times farther from the middle of the points than the farthest point. */
const EXTRAPOLATION_FACTOR = 4;

export function findWarnings(fit: PlacementFit): PlacementWarning[] {
  const warnings: PlacementWarning[] = [];
  const { a, b, d, e } = fitAffine(fit.from, fit.to);
  const determinant = a * e - b * d;
  if (determinant < 0) warnings.push({ kind: 'mirrored' });
  if (fit.method === 'spline' && isFolded(fit, Math.sign(determinant))) warnings.push({ kind: 'folded' });
  if (isExtrapolated(fit)) warnings.push({ kind: 'extrapolated' });
  for (const [pair, { x, y }] of fit.layerPoints.entries())
    if (x < 0 || y < 0 || x > fit.width || y > fit.height) warnings.push({ kind: 'outside', pair });
  for (const [pair, residual] of fit.residuals.entries())
    if (fit.mapScale !== null && residual > PAPER_METRES * fit.mapScale)
      warnings.push({ kind: 'paper', pair });
  const outlier = findOutlier(fit, Math.sqrt(Math.abs(determinant)));
  if (outlier !== null) warnings.push({ kind: 'outlier', pair: outlier });
  return warnings;
}

/** Whether neighbouring points of the grid change their orientation somewhere in the picture. */
function isFolded({ grid, transform, width, height }: PlacementFit, orientation: number): boolean {
  const [stepX, stepY] = [width / 1_000, height / 1_000];
  return grid.some(({ x, y }) => {
    const at = transform.apply({ x, y: -y });
    const right = transform.apply({ x: x + stepX, y: -y });
    const above = transform.apply({ x, y: -y + stepY });
    const turn = (right.x - at.x) * (above.y - at.y) - (right.y - at.y) * (above.x - at.x);
    return Math.sign(turn) !== orientation;
  });
}

function isExtrapolated({ layerPoints, width, height }: PlacementFit): boolean {
  let [x, y] = [0, 0];
  for (const point of layerPoints) {
    x += point.x / layerPoints.length;
    y += point.y / layerPoints.length;
  }
  const farthest = (points: readonly PlanePoint[]) =>
    Math.max(...points.map((point) => Math.hypot(point.x - x, point.y - y)));
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return farthest(corners) > EXTRAPOLATION_FACTOR * farthest(layerPoints);
}

/** The pair that fits the others much worse than all others do; null: none. */
function findOutlier({ method, from, to }: PlacementFit, metresPerPixel: number): number | null {
  if (from.length < MIN_OUTLIER_PAIRS) return null;
  const distances = leaveOneOut(method, from, to);
  if (distances === null) return null;
  const worst = distances.indexOf(Math.max(...distances));
  const sorted = distances.toSorted((one, other) => one - other);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const limit = Math.max(OUTLIER_FACTOR * median, OUTLIER_PIXELS * metresPerPixel);
  return (distances[worst] ?? 0) > limit ? worst : null;
}
