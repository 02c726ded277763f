import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';

/**
 * What a line of a value shows in each column of pixels: the first and the last value in it, the least and the greatest. A line
 * through these four is the same picture as one through all values (Jugel, Jerzak, Hackenbroich and Markl, "M4", VLDB 2014,
 * section 4). Columns without a value are left out.
 */
export interface Columns {
  readonly length: number;
  /** Pixels from the left edge; those of the values before and behind the frame lie outside of it. */
  readonly firstX: Float32Array;
  readonly lastX: Float32Array;
  readonly first: Float32Array;
  readonly last: Float32Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** 1 where the line comes from the column before; 0 behind a gap. */
  readonly joined: Uint8Array;
}

/** The part of an axis that is seen, in its own unit, and how many pixels it has. */
export interface ColumnFrame {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

type TrackTimes = Pick<Track, 'length' | 'time' | 'gap' | 'gapAfter'>;

/** The first index whose value is not below `wanted`; the length if there is none. O(log n). */
export function firstIndexFrom(sorted: Float64Array, wanted: number): number {
  return partitionPoint(sorted.length, (at) => (sorted[at] ?? 0) < wanted);
}

/**
 * The columns of a value in a frame. A value that is not known is passed over: many devices send their battery with each tenth
 * fix. The line breaks where the track does, and where the value was silent for longer than the track may be.
 *
 * @param x the axis, not decreasing: time or distance of each fix.
 */
export function computeColumns(
  track: TrackTimes,
  value: Float32Array,
  x: Float64Array,
  frame: ColumnFrame,
): Columns {
  const { from, to, width } = frame;
  const capacity = width + 2;
  const columns = {
    firstX: new Float32Array(capacity),
    lastX: new Float32Array(capacity),
    first: new Float32Array(capacity),
    last: new Float32Array(capacity),
    min: new Float32Array(capacity),
    max: new Float32Array(capacity),
    joined: new Uint8Array(capacity),
  };
  const scale = width / Math.max(to - from, Number.MIN_VALUE);
  // The values beside the frame lead the line to its edges.
  const start = knownIndexBefore(value, firstIndexFrom(x, from) - 1);
  const end = knownIndexAfter(value, firstIndexAfter(x, to));
  let at = -1;
  let column = Number.NaN;
  let isBroken = true;
  let lastTime = 0;
  // Of the column at hand; written once it is over, as there may be thousands of values in each.
  let [lastX, last, min, max] = [0, 0, 0, 0];
  for (let index = start; index <= end; index += 1) {
    const known = value[index] ?? Number.NaN;
    if (!Number.isNaN(known)) {
      const time = track.time[index] ?? 0;
      const pixel = ((x[index] ?? 0) - from) * scale;
      const here = pixel < 0 ? -1 : pixel >= width ? width : Math.floor(pixel);
      // A break within a column would not be seen: it is drawn as one.
      if (here !== column) {
        writeColumn(columns, at, lastX, last, min, max);
        at += 1;
        column = here;
        columns.firstX[at] = pixel;
        columns.first[at] = known;
        columns.joined[at] = !isBroken && time - lastTime <= track.gapAfter ? 1 : 0;
        min = known;
        max = known;
      }
      lastX = pixel;
      last = known;
      if (known < min) min = known;
      if (known > max) max = known;
      lastTime = time;
      isBroken = false;
    }
    if (track.gap[index] === 1) isBroken = true;
  }
  writeColumn(columns, at, lastX, last, min, max);
  return { length: at + 1, ...columns };
}

/** Writes what is known of a column once its last value has come. */
function writeColumn(
  columns: Pick<Columns, 'lastX' | 'last' | 'min' | 'max'>,
  at: number,
  lastX: number,
  last: number,
  min: number,
  max: number,
): void {
  if (at < 0) return;
  columns.lastX[at] = lastX;
  columns.last[at] = last;
  columns.min[at] = min;
  columns.max[at] = max;
}

function firstIndexAfter(sorted: Float64Array, wanted: number): number {
  let at = firstIndexFrom(sorted, wanted);
  while (at < sorted.length && sorted[at] === wanted) at += 1;
  return at;
}

/** The nearest index at or before `at` whose value is known; 0 if there is none. */
function knownIndexBefore(value: Float32Array, at: number): number {
  let index = at;
  while (index > 0 && Number.isNaN(value[index])) index -= 1;
  return Math.max(0, index);
}

/** The nearest index at or behind `at` whose value is known; the last if there is none. */
function knownIndexAfter(value: Float32Array, at: number): number {
  let index = at;
  while (index < value.length - 1 && Number.isNaN(value[index])) index += 1;
  return Math.min(value.length - 1, index);
}

/** Least, greatest and mean of the known values of some fixes; null where none is known. */
export function computeStatistics(
  value: Float32Array,
  from: number,
  to: number,
): { readonly min: number; readonly max: number; readonly mean: number } | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (let at = Math.max(0, from); at <= to && at < value.length; at += 1) {
    const known = value[at] ?? Number.NaN;
    if (Number.isNaN(known)) continue;
    if (known < min) min = known;
    if (known > max) max = known;
    sum += known;
    count += 1;
  }
  return count === 0 ? null : { min, max, mean: sum / count };
}
