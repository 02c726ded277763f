import type { TimeWindow } from '../position-store.ts';
import { DAY, type DaySum, type TrackerRange } from './history-copy.ts';

/** Positions of days that are read together, unless one day has more. */
const MAX_POSITIONS = 100_000;
/** Trackers without differences between two that have some, which are read with them. */
const MAX_GAP = 20;

/** A day of a tracker that differs. */
export interface DifferentDay {
  readonly trackerId: number;
  readonly day: number;
  /** Positions in the source, and in the target. */
  readonly source: number;
  readonly target: number;
}

/** The positions of some trackers on some days, to be read with one query. */
export interface PlannedRead {
  readonly range: TrackerRange;
  readonly window: TimeWindow;
  readonly days: readonly DifferentDay[];
}

/** Compares the sums of two stores. The days that differ are in the order of trackers and days. */
export function findDifferences(
  source: readonly DaySum[],
  target: readonly DaySum[],
): readonly DifferentDay[] {
  const keyOf = ({ trackerId, day }: DaySum) => `${trackerId} ${day}`;
  const others = new Map(target.map((sum) => [keyOf(sum), sum]));
  const days: DifferentDay[] = [];
  for (const sum of source) {
    const other = others.get(keyOf(sum));
    others.delete(keyOf(sum));
    if (other?.count === sum.count && other.checksum === sum.checksum) continue;
    const { trackerId, day, count } = sum;
    days.push({ trackerId, day, source: count, target: other?.count ?? 0 });
  }
  for (const { trackerId, day, count } of others.values())
    days.push({ trackerId, day, source: 0, target: count });
  return days.sort((a, b) => a.trackerId - b.trackerId || a.day - b.day);
}

/** Divides days, in the order of trackers and days, into reads of limited size. */
export function planReads(days: readonly DifferentDay[]): readonly PlannedRead[] {
  const reads: PlannedRead[] = [];
  let group: DifferentDay[] = [];
  let size = 0;
  const close = () => {
    if (group.length > 0) reads.push(readOf(group));
    group = [];
    size = 0;
  };
  for (const [, own] of Map.groupBy(days, ({ trackerId }) => trackerId)) {
    const ownSize = own.reduce((sum, { source, target }) => sum + Math.max(source, target), 0);
    const last = group.at(-1)?.trackerId;
    const isFar = last !== undefined && (own[0]?.trackerId ?? 0) - last > MAX_GAP;
    if (isFar || size + ownSize > MAX_POSITIONS) close();
    // A tracker with more is read day by day.
    if (ownSize > MAX_POSITIONS) reads.push(...own.map((day) => readOf([day])));
    else {
      group.push(...own);
      size += ownSize;
    }
  }
  close();
  return reads;
}

function readOf(days: readonly DifferentDay[]): PlannedRead {
  const numbers = days.map(({ day }) => day);
  return {
    range: { first: days[0]?.trackerId ?? 0, last: days.at(-1)?.trackerId ?? 0 },
    window: { from: Math.min(...numbers) * DAY, to: (Math.max(...numbers) + 1) * DAY - 1 },
    days,
  };
}
