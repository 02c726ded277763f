import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { trackerIdIn } from './in-scope.ts';
import { columnsOf, notifyTrackersChanged, type TrackerChange } from './write.ts';

/** Gives trackers of an account the same values. The caller has checked that they are in the scope of the user. */
export async function updateTrackers(
  tx: Tx,
  accountId: number,
  { trackerIds, change }: { readonly trackerIds: readonly number[]; readonly change: TrackerChange },
): Promise<void> {
  const changed = await tx
    .updateTable('tracker')
    .set(columnsOf(change))
    .where(trackerIdIn(trackerIds))
    .where('account_id', '=', accountId)
    .returning('tracker_id')
    .execute();
  await notifyTrackersChanged(tx, accountId, changed);
}

/** Removes those of the trackers that the account has, like `deleteTracker`. Returns their ids. */
export async function deleteTrackers(
  tx: Tx,
  accountId: number,
  trackerIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx
    .deleteFrom('tracker')
    .where(trackerIdIn(trackerIds))
    .where('account_id', '=', accountId)
    .returning('tracker_id')
    .execute();
  const removed = rows.map(({ tracker_id }) => tracker_id);
  if (removed.length > 0) await sendEvent(tx, { type: 'trackers', accountId, changed: [], removed });
  return removed;
}
