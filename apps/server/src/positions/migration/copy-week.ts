import { weekStart } from '../../db/partitions.ts';
import type { TimeWindow, TrackerPosition } from '../position-store.ts';
import { BUCKET_TRACKERS, DAY, type HistoryCopy, type TrackerRange } from './history-copy.ts';
import { type DifferentDay, findDifferences, type PlannedRead, planReads } from './plan-reads.ts';

/** Positions of both stores whose days are compared at once, unless fewer trackers than a bucket have more. */
const MAX_COMPARED = 10_000_000;
/** Positions that one statement deletes. */
const MAX_TIMES = 5_000;

export interface Stores {
  readonly source: HistoryCopy;
  readonly target: HistoryCopy;
}

export interface WeekCounts {
  /** Positions of the source on days that were the same already. */
  same: number;
  /** Positions that the target has now, or no longer. */
  inserted: number;
  deleted: number;
  /** Days that still differ, because they changed meanwhile. */
  different: DifferentDay[];
}

/**
 * Makes the positions of a week in the target those of the source. Each day of each tracker is compared by its number of positions
 * and their checksum, before and, if it differed, afterwards.
 */
export async function copyWeek(stores: Stores, week: number): Promise<WeekCounts> {
  const counts: WeekCounts = { same: 0, inserted: 0, deleted: 0, different: [] };
  const window = { from: weekStart(week), to: weekStart(week + 1) - 1 };
  for (const range of await rangesOf(stores, window)) {
    const { days, same } = await compare(stores, range, window);
    counts.same += same;
    for (const read of planReads(days)) {
      const { inserted, deleted } = await copy(stores, read);
      counts.inserted += inserted;
      counts.deleted += deleted;
    }
    if (days.length > 0) counts.different.push(...(await compare(stores, range, window)).days);
  }
  return counts;
}

/** The trackers that have positions in one of the stores, in ranges of limited size. */
async function rangesOf({ source, target }: Stores, window: TimeWindow): Promise<readonly TrackerRange[]> {
  const buckets = [...(await source.countByBucket(window)), ...(await target.countByBucket(window))];
  const ranges: { first: number; last: number; count: number }[] = [];
  for (const { number, count } of buckets.sort((a, b) => a.number - b.number)) {
    const [first, last] = [number * BUCKET_TRACKERS, (number + 1) * BUCKET_TRACKERS - 1];
    const range = ranges.at(-1);
    // The counts of a bucket in both stores are neighbours.
    if (range === undefined || (range.last < first && range.count + count > MAX_COMPARED))
      ranges.push({ first, last, count });
    else Object.assign(range, { last, count: range.count + count });
  }
  return ranges;
}

async function compare({ source, target }: Stores, range: TrackerRange, window: TimeWindow) {
  const [sums, others] = await Promise.all([source.daySums(range, window), target.daySums(range, window)]);
  const days = findDifferences(sums, others);
  const positions = sums.reduce((sum, { count }) => sum + count, 0);
  return { days, same: positions - days.reduce((sum, day) => sum + day.source, 0) };
}

/** Copies what differs on some days. */
async function copy({ source, target }: Stores, { range, window, days }: PlannedRead) {
  const wanted = new Set(days.map(({ trackerId, day }) => `${trackerId} ${day}`));
  const isWanted = ({ trackerId, time }: TrackerPosition) =>
    wanted.has(`${trackerId} ${Math.floor(time / DAY)}`);
  const isNew = days.every((day) => day.target === 0);
  const [rows, stored] = await Promise.all([
    source.read(range, window),
    isNew ? [] : target.read(range, window),
  ]);
  const keyOf = ({ trackerId, time }: TrackerPosition) => `${trackerId} ${time}`;
  const surplus = new Map(stored.filter(isWanted).map((row) => [keyOf(row), row]));
  const missing = rows.filter(isWanted).filter((row) => {
    const key = keyOf(row);
    const other = surplus.get(key);
    if (other === undefined || !isSame(row, other)) return true;
    surplus.delete(key);
    return false;
  });
  await deleteSurplus(target, days, [...surplus.values()]);
  await target.insert(missing);
  return { inserted: missing.length, deleted: surplus.size };
}

async function deleteSurplus(
  target: HistoryCopy,
  days: readonly DifferentDay[],
  surplus: readonly TrackerPosition[],
): Promise<void> {
  const byDay = Map.groupBy(surplus, ({ trackerId, time }) => `${trackerId} ${Math.floor(time / DAY)}`);
  for (const { trackerId, day, source } of days) {
    const rows = byDay.get(`${trackerId} ${day}`) ?? [];
    if (rows.length === 0) continue;
    if (source === 0) await target.delete(trackerId, { from: day * DAY, to: (day + 1) * DAY - 1 });
    else
      for (let at = 0; at < rows.length; at += MAX_TIMES)
        await target.deleteTimes(
          trackerId,
          rows.slice(at, at + MAX_TIMES).map(({ time }) => time),
        );
  }
}

const isSame = (a: TrackerPosition, b: TrackerPosition) =>
  a.latitude === b.latitude && a.longitude === b.longitude && Buffer.compare(a.packed, b.packed) === 0;
