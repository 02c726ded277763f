import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { listWeeks, weekStart } from '../db/partitions.ts';
import { deleteEvents } from '../events/delete.ts';
import { deleteEpisodes } from '../reports/delete-episodes.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { markDays } from './late-positions.ts';
import { REPORTED_INVALID } from './packing.ts';

/**
 * Deletes a tracker's positions between two times, epoch milliseconds, both included. Its events stay: they are the record of
 * what happened.
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

/**
 * Counts the positions of a tracker between two times, epoch ms, both included, and the valid fixes among them. While
 * the tracker is expired at `now`, those after its validity do not count.
 */
export async function countTrack(
  db: Db,
  trackerId: number,
  { from, to, now }: VisibleWindow,
): Promise<{ readonly positions: number; readonly fixes: number }> {
  const last = Math.min(to, (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to);
  const { rows } = await sql<{ positions: number; fixes: number }>`
    select count(*)::int as positions, (count(*) filter (where not ${REPORTED_INVALID}))::int as fixes
    from position where tracker_id = ${trackerId} and time between ${from} and ${last}`.execute(db);
  return rows[0] ?? { positions: 0, fixes: 0 };
}

interface VisibleWindow {
  readonly from: number;
  readonly to: number;
  /** Time of the request, epoch milliseconds. */
  readonly now: number;
}

interface BatchedDeletion {
  readonly runTransaction: (work: (tx: Tx) => Promise<number>) => Promise<number>;
  readonly onFirstBatch: (tx: Tx) => Promise<void>;
}

/** Positions deleted in one transaction. */
const BATCH_SIZE = 5_000;

/**
 * Deletes a tracker's history between two times, epoch ms, both included, in batches. A device that sends one of
 * these positions again waits for the deleting transaction, and with it everything in the same commit. Positions
 * stored meanwhile before the current batch stay, and those after the validity of a tracker that is expired at `now`.
 *
 * @param runTransaction runs the transaction of a batch
 * @param onFirstBatch runs at the end of the first transaction, if that deleted something
 * @returns how many positions there were.
 */
export async function deleteTrackInBatches(
  db: Db,
  trackerId: number,
  { from, to, now }: VisibleWindow,
  { runTransaction, onFirstBatch }: BatchedDeletion,
): Promise<number> {
  const last = Math.min(to, (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to);
  let deleted = 0;
  for (let next = from; ; ) {
    const end = await findBatchEnd(db, trackerId, next, last);
    deleted += await runTransaction(async (tx) => {
      const batchDeleted = await deleteTrack(tx, trackerId, { from: next, to: end });
      if (batchDeleted > 0) await markDays(tx, trackerId, [next, end], now);
      if (next === from && batchDeleted > 0) await onFirstBatch(tx);
      return batchDeleted;
    });
    if (end >= last) return deleted;
    next = end + 1;
  }
}

/** The time of the position that completes a batch starting at `from`; `to` when there are fewer. */
async function findBatchEnd(db: Db, trackerId: number, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select time from position where tracker_id = ${trackerId} and time between ${from} and ${to}
    order by time offset ${BATCH_SIZE - 1} limit 1`.execute(db);
  return rows[0]?.time ?? to;
}

/** Deletes the positions of a tracker at these times, epoch milliseconds. */
export async function deleteAtTimes(tx: Tx, trackerId: number, times: readonly number[]): Promise<void> {
  // The bounds exclude the partitions of other weeks.
  await sql`
    delete from position where tracker_id = ${trackerId} and time = any (${`{${times.join(',')}}`}::bigint[])
      and time between ${Math.min(...times)} and ${Math.max(...times)}`.execute(tx);
}

/**
 * Marks the history of a tracker for deletion, in the transaction that removes the tracker, so that nothing is stored
 * afterwards.
 */
export async function markTrackRemoved(tx: Tx, trackerId: number): Promise<void> {
  await tx.insertInto('removed_tracker').values({ tracker_id: trackerId }).execute();
}

/**
 * Deletes the full history of a removed tracker, positions and events, week by week: a year of it takes a while, and no
 * transaction may hold locks for so long. An interrupted deletion is completed by the next call, by `applyRetention` at
 * the latest.
 *
 * @param progress receives the completed fraction, from 0 to 1; if it throws, the rest is deleted later
 * @returns how many positions there were.
 */
export async function eraseTrack(
  db: Db,
  trackerId: number,
  progress: (fraction: number) => Promise<void> = async () => undefined,
): Promise<number> {
  let deleted = 0;
  const weeks = await listWeeks(db);
  for (const [index, week] of weeks.entries()) {
    const window = { from: weekStart(week), to: weekStart(week + 1) - 1 };
    deleted += await db.transaction().execute(async (tx) => {
      await deleteEvents(tx, [trackerId], window);
      await deleteEpisodes(tx, [trackerId], window);
      return deleteTrack(tx, trackerId, window);
    });
    await progress((index + 1) / weeks.length);
  }
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('removed_tracker').where('tracker_id', '=', trackerId).execute());
  return deleted;
}
