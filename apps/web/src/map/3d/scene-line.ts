import { EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';
import { mercatorX, mercatorY, wrapLng } from '@wakeline/domain/geo/web-mercator';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { chooseMinLevel, levelOf } from '@wakeline/domain/tracks/significance';
import type { Track } from '@wakeline/domain/tracks/track';
import type { LngLat } from '../map-view.ts';

/** Maximum number of vertices of one track. */
export const MAX_VERTICES = 100_000;
/** Heights are simplified in blocks of this many fixes, which bounds the work for any track. */
const BLOCK_FIXES = 1024;

/** A track in 3D: columns with one entry for each vertex, in the order of the fixes. */
export interface SceneLine {
  readonly length: number;
  /** On the map square; x is continuous across the antimeridian. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Metres above mean sea level; NaN if not reported: then the vertex is on the ground. */
  readonly height: Float32Array;
  /** Index of its fix in the track. */
  readonly fix: Uint32Array;
  /** 1 if a line connects this vertex to the next. */
  readonly joined: Uint8Array;
}

/**
 * The 3D line of a track, reduced to the fixes that are significant on the ground or in height.
 *
 * @param groundLevels significance of each fix on the ground (`TrackLine.levels`)
 * @param toMapDatum from WGS-84 to the coordinates of the base layer
 */
export function createSceneLine(
  track: Track,
  groundLevels: Uint8Array,
  toMapDatum: (lngLat: LngLat) => LngLat,
  maxVertices: number = MAX_VERTICES,
): SceneLine {
  const heights = heightSignificance(track);
  const levels = new Uint8Array(track.length);
  for (let at = 0; at < track.length; at += 1)
    levels[at] = Math.max(levelOf(heights[at] ?? 0), groundLevels[at] ?? 0);
  const minLevel = chooseMinLevel(levels, maxVertices);
  const drawn: number[] = [];
  // A track with very many gaps has more ends than fit; then later ones are dropped.
  for (let at = 0; at < track.length && drawn.length < maxVertices; at += 1)
    if ((levels[at] ?? 0) >= minLevel) drawn.push(at);
  return buildLine(track, drawn, toMapDatum);
}

function buildLine(
  track: Track,
  drawn: readonly number[],
  toMapDatum: (lngLat: LngLat) => LngLat,
): SceneLine {
  const length = drawn.length;
  const line = {
    length,
    x: new Float64Array(length),
    y: new Float64Array(length),
    height: new Float32Array(length),
    fix: new Uint32Array(length),
    joined: new Uint8Array(length),
  };
  let unwrappedLng = 0;
  for (const [vertex, at] of drawn.entries()) {
    const lngLat = toMapDatum({ lng: track.lng[at] ?? 0, lat: track.lat[at] ?? 0 });
    unwrappedLng = vertex === 0 ? lngLat.lng : unwrappedLng + wrapLng(lngLat.lng - unwrappedLng);
    line.x[vertex] = mercatorX(unwrappedLng);
    line.y[vertex] = mercatorY(lngLat.lat);
    line.height[vertex] = track.height[at] ?? Number.NaN;
    line.fix[vertex] = at;
    // Both sides of a gap are vertices, so a gap lies between two vertices only if the first one starts it.
    line.joined[vertex] = vertex + 1 < length && track.gap[at] !== 1 ? 1 : 0;
  }
  return line;
}

/**
 * Significance of each fix for the height of a track: its distance in metres from a straight climb over time (Douglas
 * and Peucker 1973, height over time). Infinite where the height becomes known or unknown.
 */
export function heightSignificance({
  length,
  time,
  height,
  gap,
}: Pick<Track, 'length' | 'time' | 'height' | 'gap'>): Float32Array {
  const significance = new Float32Array(length);
  const hasHeight = (at: number) => !Number.isNaN(height[at] ?? Number.NaN);
  let from = 0;
  for (let to = 0; to < length; to += 1) {
    const changes = to + 1 < length && hasHeight(to) !== hasHeight(to + 1);
    const ends = to === length - 1 || gap[to] === 1 || changes;
    if (!ends && to - from < BLOCK_FIXES) continue;
    if (changes) {
      significance[to] = Number.POSITIVE_INFINITY;
      significance[to + 1] = Number.POSITIVE_INFINITY;
    }
    if (hasHeight(from)) simplifyBlock(significance, time, height, from, to);
    from = ends ? to + 1 : to;
  }
  return significance;
}

/**
 * Douglas-Peucker over one block, without recursion. The significance of a fix is limited by that of the fix that
 * split its range.
 */
function simplifyBlock(
  significance: Float32Array,
  time: Float64Array,
  height: Float32Array,
  first: number,
  last: number,
): void {
  significance[first] = Number.POSITIVE_INFINITY;
  significance[last] = Number.POSITIVE_INFINITY;
  const ranges: [from: number, to: number, limit: number][] = [[first, last, Number.POSITIVE_INFINITY]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to, limit] = range;
    const start = time[from] ?? 0;
    const base = height[from] ?? 0;
    const climb = ((height[to] ?? 0) - base) / Math.max(1, (time[to] ?? 0) - start);
    let farthest = -1;
    let maxError = -1;
    for (let at = from + 1; at < to; at += 1) {
      const error = Math.abs((height[at] ?? 0) - base - climb * ((time[at] ?? 0) - start));
      if (error > maxError) {
        maxError = error;
        farthest = at;
      }
    }
    if (farthest < 0) continue;
    const metres = Math.min(limit, maxError);
    significance[farthest] = metres;
    ranges.push([from, farthest, metres], [farthest, to, metres]);
  }
}

/** A position on a line: the vertex before it, and the fraction of the way to the next one, 0 to 1. */
export interface LinePosition {
  readonly vertex: number;
  readonly share: number;
}

/**
 * The position on the line between fix `fix` and the next one, for coordinates of the map square. Vertex -1 before
 * the line starts. O(log n).
 */
export function locateOnLine(line: SceneLine, fix: number, x: number, y: number): LinePosition {
  const vertex = partitionPoint(line.length, (at) => (line.fix[at] ?? 0) <= fix) - 1;
  if (vertex < 0 || line.joined[vertex] !== 1) return { vertex, share: 0 };
  const x1 = line.x[vertex] ?? 0;
  const y1 = line.y[vertex] ?? 0;
  const dx = (line.x[vertex + 1] ?? 0) - x1;
  const dy = (line.y[vertex + 1] ?? 0) - y1;
  const length = dx * dx + dy * dy;
  const near = x + Math.round(x1 - x);
  const share = length === 0 ? 0 : ((near - x1) * dx + (y - y1) * dy) / length;
  return { vertex, share: Math.min(1, Math.max(0, share)) };
}

/** One metre of height on the map square at a latitude: Mercator stretches by 1 / cos(latitude). */
export function mercatorPerMetre(lat: number): number {
  return 1 / (2 * Math.PI * EARTH_RADIUS * Math.cos((lat * Math.PI) / 180));
}
