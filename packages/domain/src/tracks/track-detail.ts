import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { mercatorX, mercatorY, wrapLng } from '../geo/web-mercator.ts';
import type { Track } from './track.ts';

/** Nothing that a person could see is left out below this: metres on the ground. */
const FINEST = 0.5;
/** Runs are judged in blocks of this many fixes, which bounds the work whatever the track looks like. */
const BLOCK = 1024;

/** What of a track makes its line. */
type Line = Pick<Track, 'length' | 'lng' | 'lat' | 'gap'>;

/**
 * How much each fix matters to the shape of the track: the metres by which the line would miss it without it
 * (Douglas and Peucker 1973). Infinite at the ends, and at both sides of a gap.
 */
export function significance(track: Line): Float32Array {
  const matters = new Float32Array(track.length);
  const { x, y } = onMap(track);
  let from = 0;
  for (let to = 0; to < track.length; to += 1) {
    const ends = to === track.length - 1 || track.gap[to] === 1;
    if (!ends && to - from < BLOCK) continue;
    matters[from] = Number.POSITIVE_INFINITY;
    matters[to] = Number.POSITIVE_INFINITY;
    judge(matters, x, y, track.lat, from, to);
    from = ends ? to + 1 : to;
  }
  return matters;
}

/** Steps of `levels` to each doubling of the metres. */
const STEPS = 4;
/** The level of what is always drawn. */
const ALWAYS = 255;

/**
 * How much each fix matters, as one byte: 0 below half a metre, then four levels to each doubling, and 255 for what is
 * always drawn.
 */
export function levelsOf(track: Line): Uint8Array {
  const matters = significance(track);
  const levels = new Uint8Array(matters.length);
  for (let at = 0; at < levels.length; at += 1) levels[at] = levelOf(matters[at] ?? 0);
  return levels;
}

/** The level of what matters by so many metres. */
export function levelOf(metres: number): number {
  if (metres < FINEST) return 0;
  return Math.min(ALWAYS, 1 + Math.floor(STEPS * Math.log2(metres / FINEST)));
}

/** The level from which fixes are drawn, so that at most `most` are: never below 1, and all fixes of a short track at that. */
export function drawnFrom(levels: Uint8Array, most: number): number {
  const counts = new Uint32Array(ALWAYS + 1);
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1;
  let drawn = 0;
  let least = ALWAYS;
  for (let level = ALWAYS; level >= 1; level -= 1) {
    drawn += counts[level] ?? 0;
    if (drawn > most) break;
    least = level;
  }
  return least;
}

/** Columns of the track on the map's square, x running on across the antimeridian. */
function onMap(track: Line): { x: Float64Array; y: Float64Array } {
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
 * Douglas-Peucker over one block, without recursion. A fix matters at most as much as the one that split its part. Written out
 * in numbers, as it is asked for each of millions of fixes several times.
 */
function judge(
  matters: Float32Array,
  x: Float64Array,
  y: Float64Array,
  lat: Float64Array,
  first: number,
  last: number,
): void {
  const parts = [first, last];
  const limits = [Number.POSITIVE_INFINITY];
  while (parts.length > 0) {
    const to = parts.pop() ?? 0;
    const from = parts.pop() ?? 0;
    const limit = limits.pop() ?? 0;
    const x1 = x[from] ?? 0;
    const y1 = y[from] ?? 0;
    const dx = (x[to] ?? 0) - x1;
    const dy = (y[to] ?? 0) - y1;
    const length = dx * dx + dy * dy;
    let farthest = -1;
    let worst = -1;
    for (let at = from + 1; at < to; at += 1) {
      const px = (x[at] ?? 0) - x1;
      const py = (y[at] ?? 0) - y1;
      // The nearest place is on the piece of line between the two, not beyond its ends.
      const along = length === 0 ? 0 : (px * dx + py * dy) / length;
      const share = Math.max(0, Math.min(1, along));
      const offX = px - share * dx;
      const offY = py - share * dy;
      const off = offX * offX + offY * offY;
      if (off > worst) {
        worst = off;
        farthest = at;
      }
    }
    if (farthest < 0) continue;
    // The map's square is stretched by 1 / cos(latitude).
    const stretch = Math.cos(((lat[farthest] ?? 0) * Math.PI) / 180);
    const metres = Math.min(limit, Math.sqrt(worst) * 2 * Math.PI * EARTH_RADIUS * stretch);
    matters[farthest] = metres;
    parts.push(from, farthest, farthest, to);
    limits.push(metres, metres);
  }
}
