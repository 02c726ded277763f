import { fitAffine, type PlanePoint } from './affine.ts';
import { leaveOneOut, METHOD_DETAILS, type PlacementMethod, rootMeanSquare } from './placement-method.ts';
import type { PlaneTransform } from './plane-transform.ts';

/** Warnings of the complete placement, and of one pair of points. */
const PLACEMENT_WARNINGS = ['mirrored', 'overlapping', 'extrapolated'] as const;
const PAIR_WARNINGS = ['outside', 'paper', 'outlier'] as const;
export const WARNING_KINDS = [...PLACEMENT_WARNINGS, ...PAIR_WARNINGS] as const;

/** What may be wrong with a placement. `pair` is the index of a pair of points. */
export type PlacementWarning =
  | { readonly kind: (typeof PLACEMENT_WARNINGS)[number] }
  | { readonly kind: (typeof PAIR_WARNINGS)[number]; readonly pair: number };

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
/** With fewer pairs, the others may agree by chance. */
const MIN_OUTLIER_PAIRS = 5;
/** A pair that is this many times farther from the fit to the others than they are, and some pixels, is wrong. */
const OUTLIER_FACTOR = 4;
const OUTLIER_PIXELS = 5;
/** A corner that is this many times farther from the middle of the points than the farthest point. */
const EXTRAPOLATION_FACTOR = 4;

export function findWarnings(fit: PlacementFit): PlacementWarning[] {
  const warnings: PlacementWarning[] = [];
  const { a, b, d, e } = fitAffine(fit.from, fit.to);
  const determinant = a * e - b * d;
  if (determinant < 0) warnings.push({ kind: 'mirrored' });
  if (fit.method === 'spline' && isOverlapping(fit, Math.sign(determinant)))
    warnings.push({ kind: 'overlapping' });
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
function isOverlapping({ grid, transform, width, height }: PlacementFit, orientation: number): boolean {
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

/** The pair that contradicts the others; null: none. */
function findOutlier(fit: PlacementFit, metresPerPixel: number): number | null {
  const { method, from, to } = fit;
  const distances = from.length < MIN_OUTLIER_PAIRS ? null : leaveOneOut(method, from, to);
  if (distances === null) return null;
  const { pair, usual } = method === 'spline' ? worstOfSpline(distances) : worstOfFit(fit);
  const limit = Math.max(OUTLIER_FACTOR * usual, OUTLIER_PIXELS * metresPerPixel);
  return (distances[pair] ?? 0) > limit ? pair : null;
}

interface Suspect {
  readonly pair: number;
  /** How far pairs usually are from the fit, in metres. */
  readonly usual: number;
}

/** A spline passes through all pairs, so the distances to the others are compared. */
function worstOfSpline(distances: readonly number[]): Suspect {
  const sorted = distances.toSorted((one, other) => one - other);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return { pair: distances.indexOf(Math.max(...distances)), usual };
}

/** The pair without which the others agree best: with it, all of them have large residuals. */
function worstOfFit({ method, from, to }: PlacementFit): Suspect {
  const { fit } = METHOD_DETAILS[method];
  const agreements = from.map((_, pair) => {
    const others = { from: from.toSpliced(pair, 1), to: to.toSpliced(pair, 1) };
    const transform = fit(others.from, others.to);
    if (transform === null) return Number.POSITIVE_INFINITY;
    const residuals = others.from.map((point, index) => {
      const { x, y } = transform.apply(point);
      const image = others.to[index] ?? { x, y };
      return Math.hypot(x - image.x, y - image.y);
    });
    return rootMeanSquare(residuals);
  });
  const usual = Math.min(...agreements);
  return { pair: agreements.indexOf(usual), usual };
}
