import type { PlanePoint } from './affine.ts';
import {
  fitAffineTransform,
  fitProjective,
  fitSimilarity,
  fitThinPlateSpline,
  type PlaneTransform,
} from './plane-transform.ts';

/** Transformations from a picture to the ground, from the simplest to the most flexible. */
export const PLACEMENT_METHODS = ['similarity', 'affine', 'projective', 'spline'] as const;
export type PlacementMethod = (typeof PLACEMENT_METHODS)[number];

interface MethodDetails {
  /** Pairs from which it is offered. Three is the minimum of a saved picture (specification, section 5). */
  readonly minPairs: number;
  /** Pairs that determine it. */
  readonly determinedBy: number;
  readonly fit: (from: readonly PlanePoint[], to: readonly PlanePoint[]) => PlaneTransform | null;
}

export const METHOD_DETAILS: Readonly<Record<PlacementMethod, MethodDetails>> = {
  similarity: { minPairs: 3, determinedBy: 2, fit: fitSimilarity },
  affine: { minPairs: 3, determinedBy: 3, fit: fitAffineTransform },
  projective: { minPairs: 4, determinedBy: 4, fit: fitProjective },
  spline: { minPairs: 6, determinedBy: 3, fit: fitThinPlateSpline },
};

/** A simpler method is selected if its residual is at most this factor of the smallest one, or a millimetre larger. */
const SIMPLER_FACTOR = 1.2;
const NEGLIGIBLE_METRES = 0.001;

/**
 * The distance of each pair from a fit to all others; null if the others do not determine the method. A point that the fit
 * cannot place is infinitely far away.
 */
export function leaveOneOut(
  method: PlacementMethod,
  from: readonly PlanePoint[],
  to: readonly PlanePoint[],
): number[] | null {
  const { determinedBy, minPairs, fit } = METHOD_DETAILS[method];
  if (from.length <= determinedBy || from.length < minPairs) return null;
  const distances: number[] = [];
  for (const [index, point] of from.entries()) {
    const image = to[index];
    const transform = fit(from.toSpliced(index, 1), to.toSpliced(index, 1));
    if (transform === null || image === undefined) return null;
    const { x, y } = transform.apply(point);
    const distance = Math.hypot(x - image.x, y - image.y);
    distances.push(Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);
  }
  return distances;
}

/**
 * The method with the smallest leave-one-out residual, or the simplest one that is at most 20 % worse. Three pairs leave
 * nothing to compare: an affine transformation fits them exactly.
 */
export function selectMethod(from: readonly PlanePoint[], to: readonly PlanePoint[]): PlacementMethod {
  if (from.length <= METHOD_DETAILS.affine.determinedBy) return 'affine';
  const candidates = PLACEMENT_METHODS.flatMap((method) => {
    const distances = leaveOneOut(method, from, to);
    return distances === null ? [] : [{ method, residual: rootMeanSquare(distances) }];
  });
  const smallest = Math.min(...candidates.map(({ residual }) => residual));
  const limit = smallest * SIMPLER_FACTOR + NEGLIGIBLE_METRES;
  return candidates.find(({ residual }) => residual <= limit)?.method ?? 'affine';
}

export function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
}
