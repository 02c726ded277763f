import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
/** The time filter of the specification: the maximum number of points in the table; null: all. */
export const TIME_FILTERS = [null, 100, 500, 1_000] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

export const parseTimeFilter = (stored: unknown): TimeFilter =>
  TIME_FILTERS.find((limit) => limit === stored) ?? null;

/**
 * Thins a track by time: keeps its last fix, and the first one of each equal interval. So rare fixes stay, and
 * stationary periods do not fill the table.
 *
 * @param time epoch milliseconds of the fixes, ascending
 * @returns indexes, ascending, at most `max`; null: no thinning needed
 */
export function thinByTime(time: Float64Array, max: number): Uint32Array | null {
  const last = time.length - 1;
  if (time.length <= max) return null;
  const start = time[0] ?? 0;
  const step = ((time[last] ?? 0) - start) / (max - 1);
  const indexes: number[] = [];
  let from = 0;
  for (let slot = 0; slot < max - 1; slot += 1) {
    from = firstAt(time, start + slot * step, from);
    if (from < last && (slot === max - 2 || (time[from] ?? 0) < start + (slot + 1) * step))
      indexes.push(from);
  }
  return Uint32Array.from([...indexes, last]);
}

/** The row of a fix: that of the last visible fix up to it; else the first. */
export function rowOf(visibleIndexes: Uint32Array | null, index: number): number {
  if (visibleIndexes === null) return index;
  const after = firstAt(visibleIndexes, index + 1, 0);
  return Math.max(0, after - 1);
}

/** Index of the first value from `from` that is at least `minValue`; the length if there is none. */
function firstAt(values: Float64Array | Uint32Array, minValue: number, from: number): number {
  return partitionPoint(values.length, (at) => (values[at] ?? 0) < minValue, from);
}
