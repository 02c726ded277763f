import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { unpack } from './packing.ts';
import type { PagePoint, PositionHistory, TrackerSpan } from './position-store.ts';
import { countRows, lastRowTime, unpackRows } from './row-bytes.ts';

export type { TrackerSpan } from './position-store.ts';

export interface TrackerFix {
  readonly trackerId: number;
  readonly report: LocatedReport;
}

/**
 * The newest fixes of some trackers, also those that the receiver reported as invalid, in the order of time and tracker.
 *
 * @param before the last fix of the previous page; undefined: the first page
 */
export async function readFixesBefore(
  { db, positions }: PositionHistory,
  spans: readonly TrackerSpan[],
  page: { readonly before: PagePoint | undefined; readonly limit: number },
): Promise<readonly TrackerFix[]> {
  if (spans.length === 0) return [];
  const rows = await positions.readNewest(db, spans, page);
  return rows.map((row) => ({ trackerId: row.trackerId, report: unpack(row) }));
}

/** The number of fixes of some trackers. */
export function countFixes(
  { db, positions }: PositionHistory,
  spans: readonly TrackerSpan[],
): Promise<number> {
  return positions.count(db, spans);
}

/** Rows that are fetched together. */
const FETCHED_ROWS = 2_000;

/** All fixes of some trackers, tracker after tracker in the order of time. The caller's transaction stays open until the end. */
export async function* readFixPages(
  { db, positions }: PositionHistory,
  spans: readonly TrackerSpan[],
): AsyncGenerator<readonly TrackerFix[]> {
  for (const { trackerId, ...window } of spans) {
    const to = Math.trunc(window.to);
    let next = Math.trunc(window.from);
    for (;;) {
      const rows = await positions.readRows(db, { trackerId, from: next, to }, FETCHED_ROWS);
      const count = countRows(rows);
      if (count > 0) yield Array.from(unpackRows(rows), (report) => ({ trackerId, report }));
      if (count < FETCHED_ROWS) break;
      next = (lastRowTime(rows) ?? to) + 1;
    }
  }
}
