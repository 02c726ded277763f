import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
/** The specification's time filter of a replay: how many points its table shows at most; null: every one. */
export const TIME_FILTERS = [null, 100, 500, 1_000] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

export const parseTimeFilter = (stored: unknown): TimeFilter =>
  TIME_FILTERS.find((limit) => limit === stored) ?? null;

/**
 * The fixes that stay when a track is thinned by time: its last one, and the first of each of as many equal times as there are places
 * left. So what is rare in time stays, and what stands still does not fill the table.
 *
 * @param time epoch milliseconds of the fixes, ascending.
 * @returns indexes, ascending, at most `most`; null: there are no more fixes than that.
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

/** The row that stands for a fix: that of the last shown one which is not after it; the first where there is none. */
export function rowOf(visibleIndexes: Uint32Array | null, index: number): number {
  if (visibleIndexes === null) return index;
  const after = firstAt(visibleIndexes, index + 1, 0);
  return Math.max(0, after - 1);
}

/** Index of the first value from `from` on that is not below `wanted`; the length where there is none. */
function firstAt(values: Float64Array | Uint32Array, wanted: number, from: number): number {
  return partitionPoint(values.length, (at) => (values[at] ?? 0) < wanted, from);
}
