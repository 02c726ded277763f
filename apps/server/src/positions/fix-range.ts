import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { REPORTED_INVALID } from './packing.ts';

/** Epoch milliseconds of the first and the last valid fix of a tracker in a time, both included; null: none. */
export async function readFixRange(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly firstFix: number; readonly lastFix: number } | null> {
  const edge = (order: 'asc' | 'desc') => sql`(
    select time from position
    where tracker_id = ${trackerId} and time between ${from} and ${to} and not ${REPORTED_INVALID}
    order by time ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select ${edge('asc')} as first, ${edge('desc')} as last`.execute(db);
  const { first, last } = rows[0] ?? { first: null, last: null };
  return first === null || last === null ? null : { firstFix: first, lastFix: last };
}
