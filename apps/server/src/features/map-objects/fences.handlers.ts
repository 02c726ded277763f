import type { Fence, FenceForm } from '@wakeline/contract/entities/map-object';
import type { Db } from '../../db/database.ts';
import type { Facts } from '../../db/schema.ts';
import {
  type FenceRow,
  fenceFormOf,
  fenceIds,
  fenceParts,
  insertFences,
  lockFence,
  removeFence,
  updateFence,
} from '../../fences/fences.ts';
import { type Handlers, JsonPieces } from '../../http/handler.ts';
import { listPieces } from '../../http/list-pieces.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { given, requirePlace, tell } from './change.ts';
import { deleteObject, editObject, type ObjectKind, ownerOf } from './change-object.ts';
import { checkFenceArea, fenceAreaOf, fenceShapeOf } from './fence-area.ts';
import { mayAddObjects, mayReadObject, type ObjectUser, objectAbilities } from './map-objects.policy.ts';

type FenceOperation = 'queryAllFences' | 'createFence' | 'editFence' | 'deleteFence';

const FENCE: ObjectKind<FenceRow> = {
  what: 'fences',
  lock: lockFence,
  remove: removeFence,
  facts: (row) => factsOf(fenceFormOf(row)),
};

/** Fences: areas whose crossings are told. */
export function fenceHandlers(db: Db): Pick<Handlers, FenceOperation> {
  async function* presented(caller: Caller, ids: readonly number[]) {
    for await (const rows of fenceParts(db, caller, ids)) {
      yield rows.filter((row) => mayReadObject(caller, ownerOf(row))).map((row) => presentFence(row, caller));
    }
  }

  return {
    async queryAllFences({ display }, caller) {
      const ids = await fenceIds(db, caller, { display });
      return new JsonPieces(
        listPieces(presented(caller, ids), { abilities: { add: mayAddObjects(caller) } }),
      );
    },

    async createFence({ uid: _, ...form }, caller, call) {
      // Before the transaction: it takes its time for many corners.
      const checked = { ...form, ...checkFenceArea(form) };
      return transactionAs(db, caller, call, async (tx) => {
        await requirePlace(tx, caller, form.groupId);
        const [fenceId] = await insertFences(tx, caller.accountId, [checked], call.now);
        if (fenceId === undefined) throw new Error('a fence that was made has no id');
        await tell(tx, caller, call, {
          what: 'fences',
          action: 'createFence',
          target: form.fenceName,
          after: factsOf(form),
        });
        return { fenceId };
      });
    },

    async editFence({ uid: _, fenceId, ...fields }, caller, call) {
      const { fenceType, fenceData } = fields;
      // Before the transaction, where the fence's own type or area does not have to be known.
      const whole = fenceType !== undefined && fenceData !== undefined;
      const area = whole ? checkFenceArea({ fenceType, fenceData }) : null;
      await editObject(FENCE, {
        db,
        caller,
        call,
        action: 'editFence',
        id: fenceId,
        groupId: fields.groupId,
        async store(tx, row) {
          const before = fenceFormOf(row);
          const asked: FenceForm = { ...before, ...given(fields) };
          const shaped = fields.fenceData !== undefined || fields.fenceType !== undefined;
          const after = shaped ? { ...asked, ...(area ?? checkFenceArea(asked)) } : asked;
          await updateFence(tx, row, after, shaped ? call.now : null);
          return { before: factsOf(before), after: factsOf(after) };
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
  return { ...fenceFormOf(row), fenceId: row.fence_id, abilities: objectAbilities(reader, ownerOf(row)) };
}

/** As the audit log has it: of an area that has many corners only how many. */
function factsOf(given: FenceForm): Facts {
  // The database gives fields in an order of its own: the same area has to read the same.
  const shape = fenceShapeOf(given);
  const form = shape === null ? given : { ...given, ...fenceAreaOf(shape) };
  const { fenceData } = form;
  if (!('rings' in fenceData)) return { ...form };
  const corners = fenceData.rings.reduce((sum, ring) => sum + ring.length, 0);
  if (corners <= MOST_CORNERS) return { ...form };
  const { fenceData: _, ...rest } = form;
  const first = fenceData.rings[0]?.[0];
  return { ...rest, corners, rings: fenceData.rings.length, firstCorner: first };
}

/** Corners that a person may still read in the audit log. */
const MOST_CORNERS = 50;
