import type { Fence, FenceForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { difference } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import { holdAccount } from '../../db/hold-account.ts';
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
import { checkFenceArea, fenceAreaOf, fenceShapeOf } from './fence-area.ts';
import {
  mayAddObjects,
  mayEditObject,
  mayReadObject,
  type ObjectUser,
  objectAbilities,
} from './map-objects.policy.ts';

type FenceOperation = 'queryAllFences' | 'createFence' | 'editFence' | 'deleteFence';

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
      await transactionAs(db, caller, call, async (tx) => {
        await holdAccount(tx, caller.accountId);
        const row = await lockFence(tx, caller, fenceId);
        if (!mayEditObject(caller, ownerOf(row))) throw new NamedError('not-allowed');
        if (fields.groupId !== undefined) await requirePlace(tx, caller, fields.groupId);
        const before = fenceFormOf(row);
        const asked: FenceForm = { ...before, ...given(fields) };
        const shaped = fields.fenceData !== undefined || fields.fenceType !== undefined;
        const after = shaped ? { ...asked, ...(area ?? checkFenceArea(asked)) } : asked;
        await updateFence(tx, row, after, shaped ? call.now : null);
        const changed = difference(factsOf(before), factsOf(after));
        await tell(tx, caller, call, { what: 'fences', action: 'editFence', target: row.name, ...changed });
      });
      return {};
    },

    async deleteFence({ fenceId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockFence(tx, caller, fenceId);
        if (!mayEditObject(caller, ownerOf(row))) throw new NamedError('not-allowed');
        await removeFence(tx, row);
        await tell(tx, caller, call, {
          what: 'fences',
          action: 'deleteFence',
          target: row.name,
          before: factsOf(fenceFormOf(row)),
        });
      });
      return {};
    },
  };
}

function ownerOf(row: FenceRow) {
  return { accountId: row.account_id, groupId: row.group_id };
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
