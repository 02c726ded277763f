import { NamedError } from '@wakeline/contract/errors';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { accountScope } from '../../identity/scope.ts';
import { markTrackRemoved } from '../../positions/delete-track.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import {
  deleteTracker,
  insertTrackers,
  type TrackerChange,
  type TrackerForm,
  updateTracker,
} from '../../trackers/write.ts';
import { eraseTrackTask } from './erase-track.task.ts';
import { lockTracker } from './tracker-snapshot.ts';

/**
 * Registers a device and records it in the audit log.
 *
 * @throws NamedError `imei-taken`
 */
export async function registerTracker(
  tx: Tx,
  caller: Caller,
  form: TrackerForm,
  call: Call,
): Promise<number> {
  const trackerId = (await insertTrackers(tx, caller.accountId, [form])).get(form.imei);
  if (trackerId === undefined) throw new NamedError('imei-taken');
  const { name, details } = await lockTracker(tx, accountScope(caller.accountId), trackerId);
  await recordAudit(tx, caller, call, { action: 'addTracker', target: name, after: details });
  return trackerId;
}

/** @throws NamedError `tracker-unknown`; a unique violation if the IMEI is taken. */
export async function changeTracker(
  tx: Tx,
  caller: Caller,
  { trackerId, ...fields }: TrackerChange & { readonly trackerId: number },
  call: Call,
): Promise<void> {
  const before = await lockTracker(tx, caller, trackerId);
  await updateTracker(tx, caller, trackerId, fields);
  // Read with full scope: the tracker may have moved to another group, which was checked before.
  const after = await lockTracker(tx, accountScope(caller.accountId), trackerId);
  const changed = difference(before.details, after.details);
  const secret = before.password === after.password ? null : { password: 'changed' };
  await recordAudit(tx, caller, call, {
    action: 'editTracker',
    target: before.name,
    before: changed.before,
    after: secret === null ? changed.after : { ...changed.after, ...secret },
  });
}

/**
 * Removes a tracker immediately; a task erases its history, which takes longer.
 *
 * @throws NamedError `tracker-unknown`
 */
export async function removeTracker(
  tx: Tx,
  caller: Caller,
  { trackerId, tasks }: { readonly trackerId: number; readonly tasks: Pick<TaskQueue, 'add'> },
  call: Call,
): Promise<void> {
  const { name, details } = await lockTracker(tx, caller, trackerId);
  await deleteTracker(tx, caller, trackerId);
  await markTrackRemoved(tx, trackerId);
  await recordAudit(tx, caller, call, { action: 'removeTracker', target: name, before: details });
  await tasks.add(tx, {
    accountId: caller.accountId,
    userId: caller.userId,
    definition: eraseTrackTask,
    subject: { trackerId, trackerName: name },
    total: 1,
    now: call.now,
  });
}
