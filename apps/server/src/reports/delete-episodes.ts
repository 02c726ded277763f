import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { accountScope } from '../identity/scope.ts';
import { trackersInScope } from '../trackers/in-scope.ts';
import { ACTIVITY_NUMBERS } from './episode-row.ts';

/** Deletes the episodes of trackers that began in a time, epoch milliseconds, both included. */
export async function deleteEpisodes(
  tx: Tx,
  trackerIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await sql`
    delete from episode
    where tracker_id = any (${[...trackerIds]}::int[]) and started_at between ${from} and ${to}`.execute(tx);
}

/** Deletes the days of an account's trackers that ended before a time, epoch milliseconds, in any time zone. */
export async function deleteDaysBefore(db: Db, accountId: number, time: number): Promise<void> {
  // Local days begin at most 14 hours before and 12 hours after those of UTC.
  const day = Math.floor(time / 86_400_000) - 1;
  await db
    .deleteFrom('device_day')
    .where('day', '<', day)
    .where('tracker_id', 'in', trackersInScope(db, accountScope(accountId)).select('tracker_id'))
    .execute();
}

/**
 * Deletes the activities of a tracker that began in a time, epoch milliseconds; the end is not included.
 *
 * @returns when the first of them began, and the last one ended; null: there were none.
 */
export async function deleteActivities(
  tx: Tx,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly from: number; readonly to: number } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with deleted as (
      delete from episode
      where tracker_id = ${trackerId} and started_at >= ${from} and started_at < ${to}
        and kind = any (${[...ACTIVITY_NUMBERS]}::smallint[])
      returning started_at, ended_at)
    select min(started_at) as first, max(ended_at) as last from deleted`.execute(tx);
  const { first, last } = rows[0] ?? { first: null, last: null };
  return first === null || last === null ? null : { from: first, to: last };
}

/** Deletes days of a tracker, both included. */
export async function deleteDays(
  tx: Tx,
  trackerId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  await tx
    .deleteFrom('device_day')
    .where('tracker_id', '=', trackerId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
}
