import type { Position } from '../fences/fence-shape.ts';
import { computeSignificance } from './significance.ts';

/** Metres: smaller deviations are invisible. */
const MIN_SIGNIFICANCE = 0.5;

/**
 * Simplifies a line to about `maxPositions` positions, including the first and the last: the most significant ones for its shape
 * (Douglas and Peucker 1973), without invisible ones. In very long lines, one position in each thousand is also kept.
 */
export function simplifyLine(line: readonly Position[], maxPositions: number): Position[] {
  const track = {
    length: line.length,
    lng: Float64Array.from(line, ([lng]) => lng),
    lat: Float64Array.from(line, ([, lat]) => lat),
    gap: new Uint8Array(line.length),
  };
  const significance = computeSignificance(track);
  const threshold = significanceThreshold(significance, maxPositions);
  return line.filter((_, at) => (significance[at] ?? 0) >= threshold);
}

/** The significance in metres below which positions are removed. */
function significanceThreshold(significance: Float32Array, maxPositions: number): number {
  if (significance.length <= maxPositions) return MIN_SIGNIFICANCE;
  const sorted = significance.slice().sort();
  return Math.max(MIN_SIGNIFICANCE, sorted[sorted.length - maxPositions] ?? MIN_SIGNIFICANCE);
}
