import type { Tx } from '../db/database.ts';
import { listWeeks, weekStart } from '../db/partitions.ts';
import { deleteEvents } from '../events/delete.ts';
import { deleteEpisodes } from '../reports/delete-episodes.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { markDays } from './late-positions.ts';
import { ALL_TIMES, type DeviceHistory, type PositionHistory, type TimeWindow } from './position-store.ts';

interface VisibleWindow extends TimeWindow {
  /** Time of the request, epoch milliseconds. */
  readonly now: number;
}

/**
 * Counts the positions of a tracker between two times, epoch ms, both included, and the valid fixes among them. While
 * the tracker is expired at `now`, those after its validity do not count.
 */
export async function countTrack(
  { db, positions }: PositionHistory,
  trackerId: number,
  { from, to, now }: VisibleWindow,
): Promise<{ readonly positions: number; readonly fixes: number }> {
  const last = Math.min(to, (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to);
  return positions.countValid(db, { trackerId, from, to: last });
}

interface BatchedDeletion {
  readonly runTransaction: (work: (tx: Tx) => Promise<number>) => Promise<number>;
  readonly onFirstBatch: (tx: Tx) => Promise<void>;
}

/**
 * Deletes a tracker's positions between two times, epoch ms, both included, in batches. Its events stay: they are the record
 * of what happened. A device that sends one of these positions again waits for the deleting transaction, and with it
 * everything in the same commit. Positions stored meanwhile before the current batch stay, and those after the validity
 * of a tracker that is expired at `now`.
 *
 * @param runTransaction runs the transaction of a batch
 * @param onFirstBatch runs at the end of the first transaction, if that deleted something
 * @returns how many positions there were.
 */
export async function deleteTrackInBatches(
  { db, positions }: PositionHistory,
  trackerId: number,
  { from, to, now }: VisibleWindow,
  { runTransaction, onFirstBatch }: BatchedDeletion,
): Promise<number> {
  const last = Math.min(to, (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to);
  const startedAt = performance.now();
  let deleted = 0;
  for (let next = from; ; ) {
    const end = await positions.findDeletionEnd(db, { trackerId, from: next, to: last });
    let markedAt = now;
    if (positions.outside !== null) {
      // A crash after the deletion must not leave days that count the positions.
      await runTransaction(async (tx) => {
        if (await positions.hasAny(db, { trackerId, from: next, to: end }))
          await markDays(tx, trackerId, [next, end], now);
        return 0;
      });
    }
    deleted += await runTransaction(async (tx) => {
      const batchDeleted = await positions.delete(tx, [trackerId], { from: next, to: end });
      // Days that were found again during a long deletion are found again once more.
      if (positions.outside !== null) markedAt = now + Math.ceil(performance.now() - startedAt);
      if (batchDeleted > 0) await markDays(tx, trackerId, [next, end], markedAt);
      if (next === from && batchDeleted > 0) await onFirstBatch(tx);
      return batchDeleted;
    });
    if (end >= last) return deleted;
    next = end + 1;
  }
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
  { db, positions, eventArchive }: DeviceHistory,
  trackerId: number,
  progress: (fraction: number) => Promise<void> = async () => undefined,
): Promise<number> {
  let deleted = positions.outside === null ? 0 : await positions.delete(db, [trackerId], ALL_TIMES);
  const weeks = await listWeeks(db);
  for (const [index, week] of weeks.entries()) {
    const window = { from: weekStart(week), to: weekStart(week + 1) - 1 };
    deleted += await db.transaction().execute(async (tx) => {
      await deleteEvents(tx, [trackerId], window);
      await deleteEpisodes(tx, [trackerId], window);
      return positions.outside === null ? positions.delete(tx, [trackerId], window) : 0;
    });
    await progress((index + 1) / weeks.length);
  }
  // Afterwards, because events are moved there meanwhile.
  await eventArchive?.delete([trackerId], ALL_TIMES, null);
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('removed_tracker').where('tracker_id', '=', trackerId).execute());
  return deleted;
}
