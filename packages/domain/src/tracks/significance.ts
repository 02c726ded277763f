import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { mercatorX, mercatorY, wrapLng } from '../geo/web-mercator.ts';
import type { Track } from './track.ts';

/** Metres on the ground: smaller deviations are invisible. */
const MIN_SIGNIFICANCE = 0.5;
/** Runs are simplified in blocks of this many fixes, which bounds the run time for any track. */
const BLOCK_FIXES = 1024;

/** The part of a track that determines its line. */
type Line = Pick<Track, 'length' | 'lng' | 'lat' | 'gap'>;

/**
 * Computes how significant each fix is for the shape of the track: the error in metres of the line without it (Douglas and
 * Peucker 1973). Infinite at the ends and at both sides of a gap.
 */
export function computeSignificance(track: Line): Float32Array {
  const significance = new Float32Array(track.length);
  const { x, y } = projectTrack(track);
  let from = 0;
  for (let to = 0; to < track.length; to += 1) {
    const isEnd = to === track.length - 1 || track.gap[to] === 1;
    if (!isEnd && to - from < BLOCK_FIXES) continue;
    significance[from] = Number.POSITIVE_INFINITY;
    significance[to] = Number.POSITIVE_INFINITY;
    simplifyBlock(significance, x, y, track.lat, from, to);
    from = isEnd ? to + 1 : to;
  }
  return significance;
}

/** Levels per doubling of the metres. */
const LEVELS_PER_DOUBLING = 4;
/** The level of fixes that are always drawn. */
const ALWAYS_DRAWN_LEVEL = 255;

/**
 * The significance of each fix as one byte: 0 below half a metre, then four levels per doubling, and 255 for fixes that are
 * always drawn.
 */
export function levelsOf(track: Line): Uint8Array {
  const significance = computeSignificance(track);
  const levels = new Uint8Array(significance.length);
  for (let at = 0; at < levels.length; at += 1) levels[at] = levelOf(significance[at] ?? 0);
  return levels;
}

/** The level of a significance in metres. */
export function levelOf(metres: number): number {
  if (metres < MIN_SIGNIFICANCE) return 0;
  return Math.min(
    ALWAYS_DRAWN_LEVEL,
    1 + Math.floor(LEVELS_PER_DOUBLING * Math.log2(metres / MIN_SIGNIFICANCE)),
  );
}

/** The lowest level for which at most `maxFixes` fixes are drawn; at least 1, the level at which short tracks are complete. */
export function chooseMinLevel(levels: Uint8Array, maxFixes: number): number {
  const counts = new Uint32Array(ALWAYS_DRAWN_LEVEL + 1);
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1;
  let drawn = 0;
  let minLevel = ALWAYS_DRAWN_LEVEL;
  for (let level = ALWAYS_DRAWN_LEVEL; level >= 1; level -= 1) {
    drawn += counts[level] ?? 0;
    if (drawn > maxFixes) break;
    minLevel = level;
  }
  return minLevel;
}

/** Projects the track to the unit square of the map, with x unwrapped across the antimeridian. */
function projectTrack(track: Line): { x: Float64Array; y: Float64Array } {
  const x = new Float64Array(track.length);
  const y = new Float64Array(track.length);
  let lng = track.lng[0] ?? 0;
  for (let at = 0; at < track.length; at += 1) {
    lng += wrapLng((track.lng[at] ?? 0) - lng);
    x[at] = mercatorX(lng);
    y[at] = mercatorY(track.lat[at] ?? 0);
  }
  return { x, y };
}

/**
 * Douglas-Peucker over one block, without recursion. A fix is at most as significant as the one that split its range. Uses
 * plain numbers, because it runs several times for each of millions of fixes.
 */
function simplifyBlock(
  significance: Float32Array,
  x: Float64Array,
  y: Float64Array,
  lat: Float64Array,
  first: number,
  last: number,
): void {
  const ranges = [first, last];
  const limits = [Number.POSITIVE_INFINITY];
  while (ranges.length > 0) {
    const to = ranges.pop() ?? 0;
    const from = ranges.pop() ?? 0;
    const limit = limits.pop() ?? 0;
    const x1 = x[from] ?? 0;
    const y1 = y[from] ?? 0;
    const dx = (x[to] ?? 0) - x1;
    const dy = (y[to] ?? 0) - y1;
    const length = dx * dx + dy * dy;
    let farthest = -1;
    let maxSquaredDistance = -1;
    for (let at = from + 1; at < to; at += 1) {
      const px = (x[at] ?? 0) - x1;
      const py = (y[at] ?? 0) - y1;
      // The nearest point is on the segment between the two fixes, not beyond its ends.
      const along = length === 0 ? 0 : (px * dx + py * dy) / length;
      const fraction = Math.max(0, Math.min(1, along));
      const offX = px - fraction * dx;
      const offY = py - fraction * dy;
      const squaredDistance = offX * offX + offY * offY;
      if (squaredDistance > maxSquaredDistance) {
        maxSquaredDistance = squaredDistance;
        farthest = at;
      }
    }
    if (farthest < 0) continue;
    // The map stretches distances by 1 / cos(latitude).
    const stretch = Math.cos(((lat[farthest] ?? 0) * Math.PI) / 180);
    const metres = Math.min(limit, Math.sqrt(maxSquaredDistance) * 2 * Math.PI * EARTH_RADIUS * stretch);
    significance[farthest] = metres;
    ranges.push(from, farthest, farthest, to);
    limits.push(metres, metres);
  }
}
