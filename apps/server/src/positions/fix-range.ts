import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { REPORTED_INVALID } from './packing.ts';

/** Epoch milliseconds, both included. */
interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Epoch milliseconds of the first and the last valid fix. */
interface FixRange {
  readonly firstFix: number;
  readonly lastFix: number;
}

/** The first and the last valid fix of a tracker in a time; null: none. */
export async function readFixRange(db: Db, trackerId: number, window: TimeWindow): Promise<FixRange | null> {
  const [range] = await readFixRanges(db, trackerId, [window]);
  return range ?? null;
}

/** Like `readFixRange`, of several times, in their order. */
export async function readFixRanges(
  db: Db,
  trackerId: number,
  windows: readonly TimeWindow[],
): Promise<readonly (FixRange | null)[]> {
  const edge = (order: 'asc' | 'desc') => sql`(
    select time from position
    where tracker_id = ${trackerId} and time between from_time and to_time and not ${REPORTED_INVALID}
    order by time ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select ${edge('asc')} as first, ${edge('desc')} as last
    from unnest(${windows.map(({ from }) => from)}::bigint[], ${windows.map(({ to }) => to)}::bigint[])
      with ordinality as time_window (from_time, to_time, place)
    order by place`.execute(db);
  return rows.map(({ first, last }) =>
    first === null || last === null ? null : { firstFix: first, lastFix: last },
  );
}
