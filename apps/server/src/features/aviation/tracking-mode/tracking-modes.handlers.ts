import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { intervalOf, TRACKING_DURATION } from '@wakeline/domain/aviation/tracking-mode';
import { recordAudit } from '../../../audit/record.ts';
import {
  keepFormerIntervals,
  lockChangedIntervals,
  readChangedIntervals,
  readFailedIntervals,
  restartRestoring,
} from '../../../aviation/changed-intervals.ts';
import {
  endTrackingModeOf,
  insertTrackingMode,
  lockTrackingMode,
  readTrackedDevices,
  readTrackingModes,
} from '../../../aviation/tracking-modes.ts';
import { lockTask, readTask, readVisibleTaskIds, type WatchTaskRow } from '../../../aviation/watch-tasks.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { readKnownIntervals, readOutlines } from '../../../instructions/interval-instructions.ts';
import { requireRoomForInstructions } from '../../../instructions/store.ts';
import { auditTargetOf } from '../../../trackers/audit-devices.ts';
import { trackerIdIn, trackersInScope } from '../../../trackers/in-scope.ts';
import { readInstructionTargets } from '../../../trackers/instruction-targets.ts';
import { lockTrackersInScope } from '../../../trackers/lock-in-scope.ts';
import { canInstructDevices } from '../watch-tasks.policy.ts';
import { leftOutOf } from './interval-support.ts';
import { findMembers } from './members.ts';
import { presentTrackingMode } from './present-tracking-mode.ts';
import { changeTrackedTask, sentCallOf, settleIntervals } from './settle-intervals.ts';

type TrackingModeOperation =
  | 'queryTrackingModes'
  | 'queryTrackingModeDevices'
  | 'startTrackingMode'
  | 'endTrackingMode'
  | 'queryUnrestoredIntervals'
  | 'restoreIntervals';

/** Milliseconds for which an ended tracking mode is listed. */
const RECENT_MS = 86_400_000;

/** Starts and ends the tracking mode of tasks, and shows what became of it. */
export function trackingModeHandlers({ db }: { readonly db: Db }): Pick<Handlers, TrackingModeOperation> {
  return {
    async queryTrackingModes(_payload, caller, { now }) {
      const recent = await readTrackingModes(db, caller.accountId, now - RECENT_MS);
      const visible = new Set(
        await readVisibleTaskIds(
          db,
          caller,
          recent.map((mode) => mode.task_id),
        ),
      );
      const modes = recent.filter((mode) => visible.has(mode.task_id));
      const trackerIds = [...new Set(modes.flatMap(({ devices }) => devices.map(({ id }) => id)))];
      const intervals = await readChangedIntervals(db, caller.accountId, trackerIds);
      const outlines = await readOutlines(
        db,
        [...intervals.values()].flatMap((row) => row.instruction_id ?? []),
      );
      return {
        list: modes.map((mode) => presentTrackingMode(mode, intervals, outlines)),
        abilities: { start: canInstructDevices(caller) },
      };
    },

    async queryTrackingModeDevices({ taskId, interval }, caller) {
      const { tracker_ids: trackerIds } = await readTask(db, caller, taskId);
      const { accountId } = caller;
      const targets = await readInstructionTargets(db, accountId, trackerIds);
      const intervals = await readChangedIntervals(db, accountId, trackerIds);
      const known = await readKnownIntervals(db, accountId, trackerIds);
      const list = targets.map((target) => {
        const { trackerId } = target;
        const former = known.get(trackerId)?.call ?? intervals.get(trackerId)?.restore_to ?? null;
        return {
          trackerId,
          leftOut: leftOutOf(interval, former, target),
          currentInterval: former === null ? null : intervalOf(former),
        };
      });
      return { list, total: list.length };
    },

    async startTrackingMode({ taskId, interval, endTime, restoreInterval }, caller, call) {
      const { accountId, userId, login } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const task = await lockTask(tx, caller, taskId);
        if (!canInstructDevices(caller)) throw new NamedError('instructions-not-allowed');
        requireRunning(task, endTime, call.now);
        const trackerIds = task.tracker_ids;
        await lockTrackersInScope(tx, caller, trackerIds);
        // What users have sent since an earlier tracking mode counts first.
        const tracked = [...new Set([...trackerIds, ...(await readTrackedDevices(tx, taskId))])];
        await settleIntervals(tx, await lockChangedIntervals(tx, accountId, tracked), call.now);
        const rows = await lockChangedIntervals(tx, accountId, tracked);

        const { members, former } = await findMembers(
          tx,
          accountId,
          { trackerIds, interval, restoreInterval },
          rows,
        );
        await requireRoomForInstructions(tx, accountId, former.length);
        const author = { accountId, userId, login };
        const failedRaises = await findFailedRaises(tx, rows);
        await keepFormerIntervals(tx, { ...author, taskName: task.name }, former, failedRaises);
        const mode = { ...author, taskId, interval, endsAt: endTime, devices: members };
        await insertTrackingMode(tx, mode, call.now);
        await settleIntervals(tx, await lockChangedIntervals(tx, accountId, tracked), call.now);
        await recordAudit(tx, caller, call, {
          action: 'startTrackingMode',
          target: task.name,
          after: { interval, endTime, restoreInterval, trackers: former.length },
        });
        await sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId, userId: null });
        return {
          devices: former.length,
          leftOut: members.flatMap(({ trackerId, state }) =>
            state === 'on' ? [] : [{ trackerId, reason: state }],
          ),
        };
      });
    },

    async endTrackingMode({ taskId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const task = await lockTask(tx, caller, taskId);
        await changeTrackedTask(tx, task, call.now, async () => {
          const mode = await lockTrackingMode(tx, taskId);
          if (mode === undefined || mode.ended_at !== null) throw new NamedError('tracking-mode-off');
          await endTrackingModeOf(tx, taskId, call.now);
        });
        await recordAudit(tx, caller, call, { action: 'endTrackingMode', target: task.name });
        const { accountId } = caller;
        await sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId, userId: null });
      });
      return {};
    },

    async queryUnrestoredIntervals(_payload, caller) {
      const { accountId } = caller;
      const failed = await readFailedIntervals(db, accountId, LIMITS.unrestoredIntervals);
      const visible = await trackersInScope(db, caller)
        .where(trackerIdIn(failed.map((row) => row.tracker_id)))
        .select('tracker.tracker_id')
        .execute();
      const ids = new Set(visible.map(({ tracker_id }) => tracker_id));
      const outlines = await readOutlines(
        db,
        failed.flatMap((row) => row.instruction_id ?? []),
      );
      return {
        list: failed.flatMap((row) => {
          if (row.failed_at === null || !ids.has(row.tracker_id)) return [];
          const last = row.instruction_id === null ? undefined : outlines.get(row.instruction_id);
          return [
            {
              trackerId: row.tracker_id,
              taskName: row.task_name,
              restoreInterval: intervalOf(row.restore_to),
              reason: last?.reason ?? null,
              failedTime: row.failed_at.getTime(),
            },
          ];
        }),
        abilities: { retry: canInstructDevices(caller) },
      };
    },

    async restoreIntervals({ trackerIds }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await lockTrackersInScope(tx, caller, trackerIds);
        if (!canInstructDevices(caller)) throw new NamedError('instructions-not-allowed');
        const rows = await lockChangedIntervals(tx, accountId, trackerIds);
        const failed = rows.filter((row) => row.failed_at !== null);
        if (failed.length < new Set(trackerIds).size) throw new NamedError('interval-not-failed');
        await restartRestoring(tx, trackerIds);
        await settleIntervals(tx, await lockChangedIntervals(tx, accountId, trackerIds), call.now);
        const devices = await trackersInScope(tx, caller)
          .where(trackerIdIn(trackerIds))
          .select(['tracker.name', 'tracker.imei'])
          .execute();
        await recordAudit(tx, caller, call, {
          action: 'restoreIntervals',
          target: auditTargetOf(devices),
          after: { trackerIds: [...trackerIds] },
        });
      });
      return {};
    },
  };
}

/** @throws NamedError `tracking-mode-closed`, `tracking-mode-end` */
function requireRunning(task: WatchTaskRow, endTime: number, now: number): void {
  const executeTo = task.execute_to?.getTime() ?? Number.POSITIVE_INFINITY;
  if (!task.is_open || executeTo <= now) throw new NamedError('tracking-mode-closed');
  const latest = Math.min(now + TRACKING_DURATION.max, executeTo);
  if (endTime < now + TRACKING_DURATION.min || endTime > latest) {
    throw new NamedError('tracking-mode-end', { max: latest });
  }
}

/** Devices whose instruction for the interval failed: it is sent again. */
async function findFailedRaises(
  tx: Tx,
  rows: Awaited<ReturnType<typeof lockChangedIntervals>>,
): Promise<readonly number[]> {
  const outlines = await readOutlines(
    tx,
    rows.flatMap((row) => row.instruction_id ?? []),
  );
  return rows.flatMap((row) => {
    const last = sentCallOf(row, outlines.get(row.instruction_id ?? 0));
    return last?.purpose === 'raise' && last.state === 'failed' ? [row.tracker_id] : [];
  });
}
