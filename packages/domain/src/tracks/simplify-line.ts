import type { Position } from '../fences/fence-shape.ts';
import { computeSignificance } from './significance.ts';

/** Metres: nothing that a person could see is left out below this. */
const MIN_SIGNIFICANCE = 0.5;

/**
 * A line with at most about `most` positions, the first and the last among them: those that matter most to its shape (Douglas and
 * Peucker 1973), and none that nobody could see. Of very long lines one position in each thousand stays besides.
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

/** The metres below which a position is left out. */
function significanceThreshold(significance: Float32Array, maxPositions: number): number {
  if (significance.length <= maxPositions) return MIN_SIGNIFICANCE;
  const sorted = significance.slice().sort();
  return Math.max(MIN_SIGNIFICANCE, sorted[sorted.length - maxPositions] ?? MIN_SIGNIFICANCE);
}
