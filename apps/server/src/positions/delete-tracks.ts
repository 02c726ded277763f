import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { listWeeks, weekStart } from '../db/partitions.ts';
import { deleteEvents } from '../events/delete.ts';
import { ALL_TIMES, type DeviceHistory } from './position-store.ts';

/** Trackers whose marks are read and deleted with one query. */
const STEP = 500;

/** Marks the histories of trackers for deletion, in the transaction that removes the trackers. */
export async function markTracksRemoved(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`insert into removed_tracker (tracker_id) select unnest(${[...trackerIds]}::int[])
    on conflict do nothing`.execute(tx);
}

/**
 * Deletes the histories of these trackers as far as they are marked, like `eraseTrack`. A tracker that is registered
 * keeps its history.
 *
 * @param progress receives the completed fraction, from 0 to 1; if it throws, the rest is deleted later
 */
export async function eraseTracks(
  history: DeviceHistory,
  trackerIds: readonly number[],
  progress: (fraction: number) => Promise<void>,
): Promise<void> {
  const { db } = history;
  const weeks = await listWeeks(db);
  const steps = Math.ceil(trackerIds.length / STEP);
  for (let step = 0; step < steps; step += 1) {
    const ids = await findMarked(db, trackerIds.slice(step * STEP, (step + 1) * STEP));
    if (ids.length > 0) await eraseStep(history, ids, weeks);
    await progress((step + 1) / steps);
  }
}

async function findMarked(db: Db, trackerIds: readonly number[]): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('removed_tracker')
    .select('tracker_id')
    .where('tracker_id', 'in', trackerIds)
    .execute();
  return rows.map(({ tracker_id }) => tracker_id);
}

/**
 * A transaction deletes a week of one tracker, as in `eraseTrack`. Trackers without positions in a week cost nothing;
 * the few events of all of them are deleted at once.
 */
async function eraseStep(
  { db, positions, eventArchive }: DeviceHistory,
  trackerIds: readonly number[],
  weeks: readonly number[],
): Promise<void> {
  if (positions.outside !== null) await positions.delete(db, trackerIds, ALL_TIMES);
  for (const week of weeks) {
    const window = { from: weekStart(week), to: weekStart(week + 1) - 1 };
    const stored = positions.outside === null ? await positions.findStored(db, trackerIds, window) : [];
    await db.transaction().execute((tx) => deleteEvents(tx, trackerIds, window));
    for (const trackerId of stored)
      await db.transaction().execute((tx) => positions.delete(tx, [trackerId], window));
  }
  await eventArchive?.delete(trackerIds, ALL_TIMES, null);
  await db
    .transaction()
    .execute((tx) => tx.deleteFrom('removed_tracker').where('tracker_id', 'in', trackerIds).execute());
}
