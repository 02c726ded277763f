import type { TransferHistory } from '@wakeline/contract/trackers/transfer';
import type { Tx } from '../../../db/database.ts';
import { moveMedia } from '../../../device-media/move-media.ts';
import { accountScope } from '../../../identity/scope.ts';
import { markTracksRemoved } from '../../../positions/delete-tracks.ts';
import { markDaysOfTrackers } from '../../../positions/late-positions.ts';
import { trackerIdIn, trackersInScope } from '../../../trackers/in-scope.ts';
import { registerAgain, type Transfer, transferTrackers } from '../../../trackers/transfer.ts';

/** Removes devices from what users of their account made with them, such as share links. */
export type DetachTrackers = (tx: Tx, trackerIds: readonly number[]) => Promise<void>;

/**
 * Moves devices that are still in the account `from`, with their history or without. Returns them. The caller has
 * locked both accounts and adds audit entries to both.
 */
export async function moveDevices(
  tx: Tx,
  transfer: Transfer & { readonly history: TransferHistory },
  detach: DetachTrackers,
) {
  const devices = await trackersInScope(tx, accountScope(transfer.from))
    .where(trackerIdIn(transfer.trackerIds))
    .select(['tracker.name', 'tracker.imei', 'tracker.tracker_id'])
    .orderBy('tracker.tracker_id')
    .forUpdate()
    .execute();
  const trackerIds = devices.map(({ tracker_id }) => tracker_id);
  if (trackerIds.length === 0) return devices;
  if (transfer.history === 'erase') {
    await markTracksRemoved(tx, await registerAgain(tx, { ...transfer, trackerIds }));
  } else {
    await detach(tx, trackerIds);
    await transferTrackers(tx, { ...transfer, trackerIds });
    await moveMedia(tx, trackerIds, transfer.to);
    // The other account may have another time zone and other settings of reports.
    await markDaysOfTrackers(tx, trackerIds);
  }
  return devices;
}
