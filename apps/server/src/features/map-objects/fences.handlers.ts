import type { Fence, FenceForm } from '@wakeline/contract/entities/map-object';
import type { Db } from '../../db/database.ts';
import type { JsonFields } from '../../db/schema.ts';
import {
  type FenceRow,
  insertFences,
  lockFence,
  readFenceBatches,
  readFenceIds,
  removeFence,
  toFenceForm,
  updateFence,
} from '../../fences/fences.ts';
import { type Handlers, JsonChunks } from '../../http/handler.ts';
import { listChunks } from '../../http/list-chunks.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { deleteObject, editObject, type ObjectKind, ownerOf } from './edit-object.ts';
import { checkFenceArea, fenceAreaOf, fenceShapeOf } from './fence-area.ts';
import { canAddObjects, canReadObject, type ObjectUser, objectAbilities } from './map-objects.policy.ts';
import { omitUndefined, recordObjectChange, requireTargetGroup } from './object-changes.ts';

type FenceOperation = 'queryAllFences' | 'createFence' | 'editFence' | 'deleteFence';

const FENCE: ObjectKind<FenceRow> = {
  what: 'fences',
  lock: lockFence,
  remove: removeFence,
  auditDetails: (row) => auditDetailsOf(toFenceForm(row)),
};

/** Fences: areas whose crossings cause notices. */
export function fenceHandlers(db: Db): Pick<Handlers, FenceOperation> {
  async function* presentPages(caller: Caller, ids: readonly number[]) {
    for await (const rows of readFenceBatches(db, caller, ids)) {
      yield rows.filter((row) => canReadObject(caller, ownerOf(row))).map((row) => presentFence(row, caller));
    }
  }

  return {
    async queryAllFences({ display }, caller) {
      const ids = await readFenceIds(db, caller, { display });
      return new JsonChunks(
        listChunks(presentPages(caller, ids), { abilities: { add: canAddObjects(caller) } }),
      );
    },

    async createFence({ uid: _, ...form }, caller, call) {
      // Before the transaction: the check is slow for many vertices.
      const checked = { ...form, ...checkFenceArea(form) };
      return transactionAs(db, caller, call, async (tx) => {
        await requireTargetGroup(tx, caller, form.groupId);
        const [fenceId] = await insertFences(tx, caller.accountId, [checked], call.now);
        if (fenceId === undefined) throw new Error('the inserted fence has no id');
        await recordObjectChange(tx, caller, call, {
          what: 'fences',
          action: 'createFence',
          target: form.fenceName,
          after: auditDetailsOf(form),
        });
        return { fenceId };
      });
    },

    async editFence({ uid: _, fenceId, ...fields }, caller, call) {
      const { fenceType, fenceData } = fields;
      // Before the transaction if the stored type and area are not needed.
      const isComplete = fenceType !== undefined && fenceData !== undefined;
      const area = isComplete ? checkFenceArea({ fenceType, fenceData }) : null;
      await editObject(FENCE, {
        db,
        caller,
        call,
        action: 'editFence',
        id: fenceId,
        groupId: fields.groupId,
        async store(tx, row) {
          const before = toFenceForm(row);
          const requested: FenceForm = { ...before, ...omitUndefined(fields) };
          const hasNewArea = fields.fenceData !== undefined || fields.fenceType !== undefined;
          const after = hasNewArea ? { ...requested, ...(area ?? checkFenceArea(requested)) } : requested;
          await updateFence(tx, row, after, hasNewArea ? call.now : null);
          return { before: auditDetailsOf(before), after: auditDetailsOf(after) };
        },
      });
      return {};
    },

    async deleteFence({ fenceId }, caller, call) {
      await deleteObject(FENCE, { db, caller, call, action: 'deleteFence', id: fenceId });
      return {};
    },
  };
}

function presentFence(row: FenceRow, reader: ObjectUser): Fence {
  return { ...toFenceForm(row), fenceId: row.fence_id, abilities: objectAbilities(reader, ownerOf(row)) };
}

/** Details for the audit log. An area with many vertices is reduced to their number. */
function auditDetailsOf(given: FenceForm): JsonFields {
  // The database returns JSON fields in its own order; rebuilding makes equal areas compare as equal.
  const shape = fenceShapeOf(given);
  const form = shape === null ? given : { ...given, ...fenceAreaOf(shape) };
  const { fenceData } = form;
  if (!('rings' in fenceData)) return { ...form };
  const vertices = fenceData.rings.reduce((sum, ring) => sum + ring.length, 0);
  if (vertices <= MAX_LOGGED_VERTICES) return { ...form };
  const { fenceData: _, ...rest } = form;
  const first = fenceData.rings[0]?.[0];
  return { ...rest, corners: vertices, rings: fenceData.rings.length, firstCorner: first };
}

/** Maximum number of vertices that the audit log lists. */
const MAX_LOGGED_VERTICES = 50;
