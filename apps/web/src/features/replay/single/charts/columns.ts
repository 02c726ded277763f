import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';

/**
 * The values of a line in each pixel column: first, last, minimum and maximum. A line through these four looks the
 * same as one through all values (Jugel, Jerzak, Hackenbroich and Markl, "M4", VLDB 2014, section 4). Columns without
 * a value are omitted.
 */
export interface Columns {
  readonly length: number;
  /** Pixels from the left edge; those of the values before and after the frame are outside of it. */
  readonly firstX: Float32Array;
  readonly lastX: Float32Array;
  readonly first: Float32Array;
  readonly last: Float32Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** 1 if the line continues from the previous column; 0 after a gap. */
  readonly joined: Uint8Array;
}

/** The visible range of an axis in its unit, and its width in pixels. */
export interface ColumnFrame {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

type TrackTimes = Pick<Track, 'length' | 'time' | 'gap' | 'gapAfter'>;

/** The first index whose value is at least `minValue`; the length if there is none. O(log n). */
export function firstIndexFrom(sorted: Float64Array, minValue: number): number {
  return partitionPoint(sorted.length, (at) => (sorted[at] ?? 0) < minValue);
}

/**
 * The columns of a value in a frame. Unknown values are skipped, because many devices send their battery only with
 * every tenth fix. The line is interrupted at gaps of the track, and where the value is missing for longer than the
 * gap threshold.
 *
 * @param x the axis, not decreasing: time or distance of each fix
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
  // The values next to the frame extend the line to its edges.
  const start = knownIndexBefore(value, firstIndexFrom(x, from) - 1);
  const end = knownIndexAfter(value, firstIndexAfter(x, to));
  let at = -1;
  let column = Number.NaN;
  let isBroken = true;
  let lastTime = 0;
  // State of the current column; written when it is complete, because each may contain thousands of values.
  let [lastX, last, min, max] = [0, 0, 0, 0];
  for (let index = start; index <= end; index += 1) {
    const known = value[index] ?? Number.NaN;
    if (!Number.isNaN(known)) {
      const time = track.time[index] ?? 0;
      const pixel = ((x[index] ?? 0) - from) * scale;
      const here = pixel < 0 ? -1 : pixel >= width ? width : Math.floor(pixel);
      // A gap within a column would not be visible, so it is ignored.
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

/** Writes a column after its last value. */
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

function firstIndexAfter(sorted: Float64Array, value: number): number {
  let at = firstIndexFrom(sorted, value);
  while (at < sorted.length && sorted[at] === value) at += 1;
  return at;
}

/** The nearest index up to `at` with a known value; 0 if there is none. */
function knownIndexBefore(value: Float32Array, at: number): number {
  let index = at;
  while (index > 0 && Number.isNaN(value[index])) index -= 1;
  return Math.max(0, index);
}

/** The nearest index from `at` with a known value; the last if there is none. */
function knownIndexAfter(value: Float32Array, at: number): number {
  let index = at;
  while (index < value.length - 1 && Number.isNaN(value[index])) index += 1;
  return Math.min(value.length - 1, index);
}

/** Minimum, maximum and mean of the known values in a range of fixes; null if none is known. */
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
