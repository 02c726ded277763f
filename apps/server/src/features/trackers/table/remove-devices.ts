import { recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import type { Caller } from '../../../identity/caller.ts';
import { eraseTracks, markTracksRemoved } from '../../../positions/delete-tracks.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { deleteTrackers } from '../../../trackers/write-many.ts';
import { auditDevices, auditTargetOf } from '../audit-devices.ts';
import { idsOf, type RemoveDevicesSubject, removeDevicesTask, toRanges } from './remove-devices.task.ts';
import type { SelectedDevice } from './selected-devices.ts';

/**
 * Devices that one transaction removes. It locks their states, for which the pipeline waits with all devices of the
 * server; more devices are therefore removed by a task, in steps of `STEP`.
 */
const MAX_AT_ONCE = 2_000;
const STEP = 500;

/** Removes devices, immediately or by a task, which then erases their history. Adds one audit entry. */
export async function removeDevices(
  tx: Tx,
  {
    caller,
    call,
    tasks,
  }: { readonly caller: Caller; readonly call: Call; readonly tasks: Pick<TaskQueue, 'add'> },
  devices: readonly SelectedDevice[],
): Promise<void> {
  const { accountId, userId } = caller;
  const trackerIds = devices.map(({ tracker_id }) => tracker_id);
  if (devices.length <= MAX_AT_ONCE) await removeNow(tx, accountId, trackerIds);
  await recordAudit(tx, caller, call, {
    action: 'batchRemoveTracker',
    target: auditTargetOf(devices),
    before: auditDevices(devices),
  });
  await tasks.add(tx, {
    accountId,
    userId,
    definition: removeDevicesTask,
    subject: { count: devices.length, ranges: toRanges(trackerIds) },
    total: devices.length,
    now: call.now,
  });
}

async function removeNow(tx: Tx, accountId: number, trackerIds: readonly number[]): Promise<void> {
  await markTracksRemoved(tx, await deleteTrackers(tx, accountId, trackerIds));
}

/**
 * Removes the devices that are still registered in the account, then erases the histories of the removed ones. It can
 * run again from the start: a device that is gone or belongs to another account is left out.
 */
export function removeDevicesWorker(db: Db): TaskWorker<RemoveDevicesSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const trackerIds = idsOf(subject.ranges);
      const steps = Math.ceil(trackerIds.length / STEP);
      for (let step = 0; step < steps; step += 1) {
        signal.throwIfAborted();
        const ids = trackerIds.slice(step * STEP, (step + 1) * STEP);
        await db.transaction().execute((tx) => removeNow(tx, accountId, ids));
        await progress((step + 1) / steps / 2);
      }
      await eraseTracks(db, trackerIds, (fraction) => progress(0.5 + fraction / 2));
      return null;
    },
  };
}
