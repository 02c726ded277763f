import { type Plane, planeFilter } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import { countBindings, readBindings, suggestTracker } from '../../aviation/bindings.ts';
import {
  countPlanes,
  insertPlanes,
  type ListedPlane,
  lockPlanes,
  planesInScope,
  readPlanes,
  removePlanes,
  requireRoomForPlanes,
  updatePlane,
} from '../../aviation/planes.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { canSeeGroup } from '../../identity/scope.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { presentBinding } from '../../trackers/binding-dto.ts';
import { canChangePlanes } from './aviation.policy.ts';
import { columnsOf, formOf, requirePlacement, requireThresholds, withHiddenGroup } from './check-plane.ts';
import { exportPlanesTask } from './export-planes.task.ts';

type PlaneOperation =
  | 'queryPlanesByPage'
  | 'createPlane'
  | 'editPlane'
  | 'deletePlanes'
  | 'queryPlaneBindings'
  | 'exportPlanesExcel';

/** Deleted planes named in the audit entry. */
const MAX_AUDITED_PLANES = 100;

export interface PlaneDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Planes, and the devices on board. */
export function planeHandlers({ db, tasks }: PlaneDependencies): Pick<Handlers, PlaneOperation> {
  return {
    async queryPlanesByPage({ sort, direction, pageIndex, pageSize, ...payload }, caller) {
      const filter = planeFilter.parse(payload);
      const page = { sort, direction, pageIndex, pageSize };
      const rows = await readPlanes(db, caller, filter, page);
      const canChange = canChangePlanes(caller);
      return {
        list: rows.map((row) => present(row, caller, canChange)),
        total: await countPlanes(db, caller, filter),
        abilities: { create: canChange },
      };
    },

    async createPlane({ uid: _, ...form }, caller, call) {
      requireThresholds(form);
      return transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        await requireRoomForPlanes(tx, accountId, 1);
        await requirePlacement(tx, caller, form, null);
        const [planeId = 0] = await insertPlanes(tx, { accountId, now: call.now }, [columnsOf(form)]);
        const { tailNumber: target, ...after } = form;
        await recordChange(tx, caller, call, { action: 'createPlane', target, after });
        return { planeId, suggestedTracker: await suggestionFor(tx, caller, form) };
      });
    },

    async editPlane({ uid: _, planeId, ...wanted }, caller, call) {
      requireThresholds(wanted);
      return transactionAs(db, caller, call, async (tx) => {
        const [before] = await lockPlanes(tx, caller, [planeId]);
        if (before === undefined) throw new NamedError('plane-unknown');
        const form = withHiddenGroup(caller, wanted, before);
        await requirePlacement(tx, caller, form, before);
        await updatePlane(tx, planeId, columnsOf(form), call.now);
        const changed = difference({ ...formOf(before) }, { ...form });
        await recordChange(tx, caller, call, { action: 'editPlane', target: before.tail_number, ...changed });
        return { suggestedTracker: await suggestionFor(tx, caller, form) };
      });
    },

    async deletePlanes({ planeIds }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const rows = await lockPlanes(tx, caller, planeIds);
        await removePlanes(tx, planeIds);
        const tailNumbers = rows.map((row) => row.tail_number);
        const before = { count: rows.length, tailNumbers: tailNumbers.slice(0, MAX_AUDITED_PLANES) };
        const target = tailNumbers[0] ?? '';
        await recordChange(tx, caller, call, { action: 'deletePlanes', target, before });
      });
      return {};
    },

    async queryPlaneBindings({ planeId, pageIndex, pageSize }, caller) {
      const plane = await planesInScope(db, caller)
        .where('plane.plane_id', '=', planeId)
        .select('plane.plane_id')
        .executeTakeFirst();
      if (plane === undefined) throw new NamedError('plane-unknown');
      const rows = await readBindings(db, caller, planeId, { pageIndex, pageSize });
      return {
        list: rows.map(presentBinding),
        total: await countBindings(db, caller, planeId),
      };
    },

    async exportPlanesExcel({ uid: _, format, ...filter }, caller, call) {
      const total = await countPlanes(db, caller, filter);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        const definition = exportPlanesTask;
        return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
      });
      return { taskProgressId };
    },
  };
}

async function suggestionFor(
  tx: Tx,
  caller: Caller,
  { trackerId, hexAddress }: { readonly trackerId: number | null; readonly hexAddress: string | null },
) {
  return trackerId === null ? suggestTracker(tx, caller, hexAddress) : null;
}

function present(row: ListedPlane, caller: Caller, canChange: boolean): Plane {
  const seesGroup = canSeeGroup(caller, row.group_id);
  return {
    planeId: row.plane_id,
    ...formOf(row),
    groupId: seesGroup ? row.group_id : null,
    groupName: seesGroup ? (row.group_name ?? '') : '',
    trackerName: row.tracker_name,
    imei: row.imei,
    createTime: row.created_at.getTime(),
    abilities: { edit: canChange, remove: canChange },
  };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'planes', accountId: caller.accountId, userId: null });
}
