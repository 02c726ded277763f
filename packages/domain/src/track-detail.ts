import { EARTH_RADIUS } from './great-circle.ts';
import type { Track } from './track.ts';
import { mercatorX, mercatorY, wrapLng } from './web-mercator.ts';

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

/**
 * The metres below which a fix need not be drawn, so that at most `most` are: never less than half a metre, and all
 * fixes of a short track are drawn at that.
 */
export function drawnFrom(matters: Float32Array, most: number): number {
  if (matters.length <= most) return FINEST;
  const sorted = matters.slice().sort();
  return Math.max(FINEST, sorted[sorted.length - most] ?? FINEST);
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

/** Douglas-Peucker over one block, without recursion. A fix matters at most as much as the one that split its part. */
function judge(
  matters: Float32Array,
  x: Float64Array,
  y: Float64Array,
  lat: Float64Array,
  first: number,
  last: number,
): void {
  const parts: [from: number, to: number, limit: number][] = [[first, last, Number.POSITIVE_INFINITY]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to, limit] = part;
    let farthest = -1;
    let worst = -1;
    for (let at = from + 1; at < to; at += 1) {
      const off = offLine(x, y, from, to, at);
      if (off > worst) {
        worst = off;
        farthest = at;
      }
    }
    if (farthest < 0) continue;
    // The map's square is stretched by 1 / cos(latitude).
    const stretch = Math.cos(((lat[farthest] ?? 0) * Math.PI) / 180);
    const metres = Math.min(limit, worst * 2 * Math.PI * EARTH_RADIUS * stretch);
    matters[farthest] = metres;
    parts.push([from, farthest, metres], [farthest, to, metres]);
  }
}

/** How far a point lies from the piece of line between two others. */
function offLine(x: Float64Array, y: Float64Array, from: number, to: number, at: number): number {
  const x1 = x[from] ?? 0;
  const y1 = y[from] ?? 0;
  const dx = (x[to] ?? 0) - x1;
  const dy = (y[to] ?? 0) - y1;
  const px = (x[at] ?? 0) - x1;
  const py = (y[at] ?? 0) - y1;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return Math.hypot(px - share * dx, py - share * dy);
}
