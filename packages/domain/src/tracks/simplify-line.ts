import type { Position } from '../fences/fence-shape.ts';
import { significance } from './track-detail.ts';

/** Metres: nothing that a person could see is left out below this. */
const FINEST = 0.5;

/**
 * A line with at most about `most` positions, the first and the last among them: those that matter most to its shape (Douglas and
 * Peucker 1973), and none that nobody could see. Of very long lines one position in each thousand stays besides.
 */
export function simplifyLine(line: readonly Position[], most: number): Position[] {
  const track = {
    length: line.length,
    lng: Float64Array.from(line, ([lng]) => lng),
    lat: Float64Array.from(line, ([, lat]) => lat),
    gap: new Uint8Array(line.length),
  };
  const matters = significance(track);
  const least = leastOf(matters, most);
  return line.filter((_, at) => (matters[at] ?? 0) >= least);
}

/** The metres below which a position is left out. */
function leastOf(matters: Float32Array, most: number): number {
  if (matters.length <= most) return FINEST;
  const sorted = matters.slice().sort();
  return Math.max(FINEST, sorted[sorted.length - most] ?? FINEST);
}
