import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { listWeeks, weekStart } from './partitions.ts';

/**
 * Deletes a tracker's history between two times, epoch milliseconds, both included.
 *
 * @returns how many positions there were.
 */
export async function deleteTrack(
  tx: Tx,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const result =
    await sql`delete from position where tracker_id = ${trackerId} and time between ${from} and ${to}`.execute(
      tx,
    );
  return Number(result.numAffectedRows ?? 0);
}

/** Notes that the history of a tracker is to go, in the transaction that removes the tracker: nothing is stored behind it. */
export async function markTrackRemoved(tx: Tx, trackerId: number): Promise<void> {
  await tx.insertInto('removed_tracker').values({ tracker_id: trackerId }).execute();
}

/**
 * Deletes the whole history of a removed tracker, a week at a time: a year of it takes a while, and no transaction may hold
 * anything for so long. What breaks off is ended when it is called again, by `applyRetention` at the latest.
 *
 * @param progress hears how much is done, from 0 to 1; where it throws, the rest is left for later
 * @returns how many positions there were.
 */
export async function eraseTrack(
  db: Db,
  trackerId: number,
  progress: (part: number) => Promise<void> = async () => undefined,
): Promise<number> {
  let deleted = 0;
  const weeks = await listWeeks(db);
  for (const [index, week] of weeks.entries()) {
    const window = { from: weekStart(week), to: weekStart(week + 1) - 1 };
    deleted += await db.transaction().execute((tx) => deleteTrack(tx, trackerId, window));
    await progress((index + 1) / weeks.length);
  }
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('removed_tracker').where('tracker_id', '=', trackerId).execute());
  return deleted;
}
