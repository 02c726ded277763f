import {
  type IntervalCall,
  intervalCalls,
  intervalOf,
  mayBeRaised,
  nextTrackingStep,
  RESTORE_EXPIRY,
  type SentCall,
  stationaryOf,
  type TrackedDevice,
  type TrackingOutcome,
  type TrackingPurpose,
} from '@wakeline/domain/aviation/tracking-mode';
import {
  type ChangedIntervalRow,
  type IntervalSent,
  lockChangedIntervals,
  removeChangedIntervals,
  storeFailedIntervals,
  storeIntervalsSent,
} from '../../../aviation/changed-intervals.ts';
import {
  endDueTracking,
  readTrackedDevices,
  readTrackingClaims,
  storeTrackingOutcomes,
} from '../../../aviation/tracking-modes.ts';
import type { WatchTaskRow } from '../../../aviation/watch-tasks.ts';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { insertInstructions, notifyInstructions } from '../../../instructions/insert.ts';
import {
  type InstructionOutline,
  lockWaiting,
  readKnownIntervals,
  readOutlines,
  readPendingByHand,
  updateExpiry,
} from '../../../instructions/interval-instructions.ts';
import { recallWaiting } from '../../../instructions/list.ts';
import { writeOwnText } from '../../../instructions/own-texts.ts';
import { type InstructionTarget, readInstructionTargets } from '../../../trackers/instruction-targets.ts';
import { findIntervalCall } from './interval-support.ts';

/** The last instruction of a device, as far as the ledger has it. */
export function sentCallOf(
  { purpose, interval }: Pick<ChangedIntervalRow, 'purpose' | 'interval'>,
  outline: InstructionOutline | undefined,
): SentCall | null {
  if (purpose === null || interval === null || outline === undefined) return null;
  return { ...outline, purpose, interval };
}

/** Changes a task, and then what its tracking mode requests of its devices. */
export async function changeTrackedTask(
  tx: Tx,
  { task_id: taskId, account_id: accountId }: Pick<WatchTaskRow, 'task_id' | 'account_id'>,
  now: number,
  change: () => Promise<void>,
): Promise<void> {
  const rows = await lockChangedIntervals(tx, accountId, await readTrackedDevices(tx, taskId));
  await change();
  await endDueTracking(tx, taskId, now);
  await settleIntervals(tx, rows, now);
}

/**
 * Does what is to be done for devices whose interval the tracking mode changes: sends the interval that applies, or the former
 * one when the last task has ended. Nothing happens twice: the rows must be locked.
 *
 * @param now epoch milliseconds
 */
export async function settleIntervals(
  tx: Tx,
  rows: readonly ChangedIntervalRow[],
  now: number,
): Promise<void> {
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  for (const [accountId, ofAccount] of byAccount) await settleAccount(tx, accountId, ofAccount, now);
}

interface Call {
  readonly row: ChangedIntervalRow;
  readonly purpose: TrackingPurpose;
  readonly call: IntervalCall;
  readonly expiresAt: number;
  readonly mayBeRaised: boolean;
}

async function settleAccount(
  tx: Tx,
  accountId: number,
  rows: readonly ChangedIntervalRow[],
  now: number,
): Promise<void> {
  const trackerIds = rows.map((row) => row.tracker_id);
  const last = rows.flatMap((row) => row.instruction_id ?? []);
  await lockWaiting(tx, last);
  const outlines = await readOutlines(tx, last);
  const claims = await readTrackingClaims(tx, trackerIds);
  const known = await readKnownIntervals(tx, accountId, trackerIds);
  const pending = await readPendingByHand(tx, accountId, trackerIds);
  const targets = new Map(
    (await readInstructionTargets(tx, accountId, trackerIds)).map((target) => [target.trackerId, target]),
  );

  const calls: Call[] = [];
  const recalled: number[] = [];
  const unrepeated: number[] = [];
  const expiring = new Map<number, number[]>();
  const outcomes = new Map<number, TrackingOutcome>();
  const failed: number[] = [];
  for (const row of rows) {
    const { tracker_id: trackerId, instruction_id: instructionId } = row;
    const target = targets.get(trackerId);
    const outline = instructionId === null ? undefined : outlines.get(instructionId);
    const newest = known.get(trackerId);
    const since = Math.max(instructionId ?? 0, row.restore_from ?? 0);
    const isLater = (id: number | undefined) => instructionId !== null && id !== undefined && id > since;
    const device: TrackedDevice = {
      claims: claims.get(trackerId) ?? [],
      last: sentCallOf(row, outline),
      mayBeRaised: row.may_be_raised || (row.purpose === 'raise' && outline === undefined),
      byHand:
        newest?.byHand === true && isLater(newest.instructionId)
          ? 'succeeded'
          : isLater(pending.get(trackerId))
            ? 'pending'
            : 'none',
      restores: row.restores,
    };
    const step = nextTrackingStep(device, now);
    if (step.kind === 'wait') continue;
    if (step.kind === 'expire') {
      if (instructionId !== null)
        expiring.set(step.expiresAt, [...(expiring.get(step.expiresAt) ?? []), instructionId]);
      continue;
    }
    if (step.kind === 'fail') {
      if (row.failed_at === null) failed.push(trackerId);
      continue;
    }
    // What still waits is out of date.
    if (instructionId !== null && outline?.state === 'waiting') recalled.push(instructionId);
    // A repetition would follow what is sent now.
    else if (instructionId !== null && isOutstanding(outline)) unrepeated.push(instructionId);
    if (step.kind === 'done') {
      outcomes.set(trackerId, step.outcome);
      continue;
    }
    const raised = mayBeRaised(device);
    if (step.kind === 'raise') {
      const { interval, expiresAt } = step;
      const call = raiseCall(interval, row, target);
      calls.push({ row, purpose: 'raise', call, expiresAt, mayBeRaised: raised });
      continue;
    }
    // An instruction that a user had sent before may have had its receipt since.
    const isNewer = newest !== undefined && newest.instructionId > (row.restore_from ?? 0);
    const call = isNewer ? newest.call : row.restore_to;
    calls.push({ row, purpose: 'restore', call, expiresAt: now + RESTORE_EXPIRY, mayBeRaised: raised });
  }

  if (recalled.length > 0) await recallWaiting(tx, accountId, recalled, now);
  await updateExpiry(tx, unrepeated, now);
  for (const [expiresAt, ids] of expiring) await updateExpiry(tx, ids, expiresAt);
  if (expiring.size > 0) await notifyInstructions(tx, accountId);
  await storeTrackingOutcomes(tx, outcomes);
  await removeChangedIntervals(tx, [...outcomes.keys()]);
  await storeFailedIntervals(tx, failed, now);
  await storeIntervalsSent(tx, await storeCalls(tx, accountId, calls, targets, now));
  if (recalled.length + outcomes.size + failed.length + calls.length === 0) return;
  await sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId, userId: null });
}

function isOutstanding(outline: InstructionOutline | undefined): boolean {
  return outline?.state === 'sent' || outline?.state === 'received';
}

function raiseCall(
  interval: number,
  { restore_to: former }: ChangedIntervalRow,
  target: InstructionTarget | undefined,
): IntervalCall {
  const stationary = stationaryOf(former);
  const found = target === undefined ? null : findIntervalCall(interval, stationary, target);
  // The protocol of the device changed meanwhile: the engine stores why it cannot be sent.
  const [call = found] = found === null ? intervalCalls(interval, stationary) : [];
  if (call === null) throw new RangeError(`no instruction sets ${interval} s`);
  return call;
}

/** Stores the instructions, as few at a time as have something different. */
async function storeCalls(
  tx: Tx,
  accountId: number,
  calls: readonly Call[],
  targets: ReadonlyMap<number, InstructionTarget>,
  now: number,
): Promise<readonly IntervalSent[]> {
  const equal = Map.groupBy(calls, ({ row, purpose, call, expiresAt }) =>
    JSON.stringify([row.user_id, row.login, row.task_name, purpose, call, expiresAt]),
  );
  const sent: IntervalSent[] = [];
  for (const group of equal.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { row, purpose, call, expiresAt } = first;
    const trackerIds = group.map((one) => one.row.tracker_id);
    const instructionIds = await insertInstructions(tx, {
      accountId,
      userId: row.user_id,
      login: row.login,
      taskId: null,
      trackerIds,
      texts: new Map(
        trackerIds.flatMap((trackerId) => {
          const target = targets.get(trackerId);
          const text = target === undefined ? null : writeOwnText(call, target);
          return text === null || text === 'not-encodable' ? [] : [[trackerId, text] as const];
        }),
      ),
      name: call.name,
      parameters: { ...call.values },
      channel: 'connection',
      now,
      expiresAt,
      origin: { kind: 'trackingMode', purpose, taskName: row.task_name },
    });
    for (const [at, one] of group.entries()) {
      const instructionId = instructionIds[at];
      if (instructionId === undefined) throw new Error('an instruction was not stored');
      const interval = intervalOf(call);
      const { mayBeRaised: isRaised } = one;
      sent.push({ trackerId: one.row.tracker_id, instructionId, purpose, interval, mayBeRaised: isRaised });
    }
  }
  return sent;
}
