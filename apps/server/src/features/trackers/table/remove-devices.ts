import { NamedError } from '@wakeline/contract/errors';
import { batchRemoveTracker } from '@wakeline/contract/trackers/batch-changes';
import { recordAudit } from '../../../audit/record.ts';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { accountScope } from '../../../identity/scope.ts';
import { eraseTracks, markTracksRemoved } from '../../../positions/delete-tracks.ts';
import type { DeviceHistory } from '../../../positions/position-store.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { auditDevices, auditTargetOf } from '../../../trackers/audit-devices.ts';
import { lockRegistered, type SelectedDevice } from '../../../trackers/selected-devices.ts';
import { deleteTrackers } from '../../../trackers/write-many.ts';
import { idsOf, type RemoveDevicesSubject, removeDevicesTask, toRanges } from './remove-devices.task.ts';

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
  const target = auditTargetOf(devices);
  if (devices.length <= MAX_AT_ONCE) await removeNow(tx, accountId, trackerIds);
  await recordAudit(tx, caller, call, {
    action: 'batchRemoveTracker',
    target,
    before: auditDevices(devices),
  });
  await tasks.add(tx, {
    accountId,
    userId,
    definition: removeDevicesTask,
    subject: {
      login: caller.login,
      address: call.address,
      target,
      count: devices.length,
      ranges: toRanges(trackerIds),
    },
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
 *
 * Each step requires that its requester may still remove its devices. Otherwise the task fails with `not-allowed`; the
 * other devices stay as they are, and those that were removed before lose their histories, too.
 */
export function removeDevicesWorker({
  db,
  positions,
  eventArchive,
  clock,
}: DeviceHistory & {
  readonly clock: Clock;
}): TaskWorker<RemoveDevicesSubject> {
  async function removeSteps(
    run: TaskRun<RemoveDevicesSubject>,
    trackerIds: readonly number[],
  ): Promise<void> {
    const steps = Math.ceil(trackerIds.length / STEP);
    for (let step = 0; step < steps; step += 1) {
      run.signal.throwIfAborted();
      const ids = trackerIds.slice(step * STEP, (step + 1) * STEP);
      await db.transaction().execute((tx) => removeStep(tx, run, ids, clock.now()));
      await run.progress((step + 1) / steps / 2);
    }
  }

  return {
    async run(run) {
      const { subject, progress } = run;
      const trackerIds = idsOf(subject.ranges);
      const eraseRemoved = () =>
        eraseTracks({ db, positions, eventArchive }, trackerIds, (fraction) => progress(0.5 + fraction / 2));
      try {
        await removeSteps(run, trackerIds);
      } catch (error) {
        if (!(error instanceof NamedError)) throw error;
        await db.transaction().execute((tx) => auditStop(tx, run, trackerIds, clock.now()));
        await eraseRemoved();
        throw error;
      }
      await eraseRemoved();
      return null;
    },
  };
}

/** @throws NamedError `not-allowed` if the requester may not remove one of the registered devices (any more) */
async function removeStep(
  tx: Tx,
  run: TaskRun<RemoveDevicesSubject>,
  trackerIds: readonly number[],
  now: number,
): Promise<void> {
  const registered = await lockRegistered(tx, accountScope(run.accountId), trackerIds);
  if (registered.length === 0) return;
  const requester = await lockRequester(tx, run, batchRemoveTracker.access, now);
  const visible = await lockRegistered(tx, requester, registered);
  if (visible.length < registered.length) throw new NamedError('not-allowed');
  await removeNow(tx, run.accountId, registered);
}

/** Adds an audit entry about a removal that was stopped, because the entry of its request lists all devices. */
async function auditStop(
  tx: Tx,
  { accountId, userId, subject }: TaskRun<RemoveDevicesSubject>,
  trackerIds: readonly number[],
  now: number,
): Promise<void> {
  const { login, address, target, count } = subject;
  const { length: remaining } = await lockRegistered(tx, accountScope(accountId), trackerIds);
  await recordAudit(
    tx,
    { accountId, userId, login },
    { now, address },
    { action: 'batchRemoveTracker', target, after: { removed: count - remaining, remaining } },
  );
}
