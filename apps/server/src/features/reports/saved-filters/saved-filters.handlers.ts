import { NamedError } from '@wakeline/contract/errors';
import { type AuditEntry, difference, recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { JsonFields } from '../../../db/schema.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { hasPermission } from '../../../identity/access.ts';
import type { Caller } from '../../../identity/caller.ts';
import { countMissing, type NamedObjects } from '../schedules/missing-objects.ts';
import {
  insertSavedFilter,
  lockSavedFilter,
  readSavedFilters,
  removeSavedFilter,
  updateSavedFilter,
} from './saved-filters.queries.ts';

const MAX_ID = 2_147_483_647;

/** Filters of report pages under a name. */
export function savedFilterHandlers(
  db: Db,
): Pick<Handlers, 'queryReportFilters' | 'saveReportFilter' | 'deleteReportFilter'> {
  return {
    async queryReportFilters({ page }, caller) {
      const rows = await readSavedFilters(db, caller, page);
      const missing = await countMissing(
        db,
        caller,
        rows.map(({ query }) => objectsOf(query)),
      );
      const list = rows.map((row, index) => ({
        filterId: row.filter_id,
        filterName: row.name,
        query: row.query,
        isShared: row.shared,
        owner: row.login,
        missing: missing[index] ?? { groups: 0, devices: 0 },
        abilities: { change: canChange(caller, row) },
      }));
      return { list, total: list.length, abilities: { share: canShare(caller) } };
    },

    async saveReportFilter({ filterId: id, page, filterName, query, isShared }, caller, call) {
      const { accountId, userId } = caller;
      const filterId = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        if (id === undefined) {
          if (isShared && !canShare(caller)) throw new NamedError('not-allowed');
          const form = { accountId, userId, page, filterName, query, isShared };
          const newId = await insertSavedFilter(tx, form);
          const after = { filterName, page, query, isShared };
          await recordChange(tx, caller, call, { action: 'saveReportFilter', target: filterName, after });
          return newId;
        }
        const row = await lockSavedFilter(tx, caller, id);
        if (!canChange(caller, row) || (isShared && !row.shared && !canShare(caller)))
          throw new NamedError('not-allowed');
        await updateSavedFilter(tx, id, { filterName, query, isShared });
        const before = { filterName: row.name, query: row.query, isShared: row.shared };
        const changed = difference(before, { filterName, query, isShared });
        await recordChange(tx, caller, call, { action: 'saveReportFilter', target: row.name, ...changed });
        return id;
      });
      return { filterId };
    },

    async deleteReportFilter({ filterId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockSavedFilter(tx, caller, filterId);
        if (!canChange(caller, row)) throw new NamedError('not-allowed');
        await removeSavedFilter(tx, filterId);
        const before: JsonFields = { page: row.page, query: row.query, isShared: row.shared };
        await recordChange(tx, caller, call, { action: 'deleteReportFilter', target: row.name, before });
      });
      return {};
    },
  };
}

function canShare(caller: Caller): boolean {
  return hasPermission(caller, 'administrator');
}

/** Own filters, and for administrators the shared ones of others. */
function canChange(caller: Caller, row: { readonly user_id: number; readonly shared: boolean }): boolean {
  return row.user_id === caller.userId || (row.shared && canShare(caller));
}

/** The groups and devices in the query of the address of a report page. */
function objectsOf(query: string): NamedObjects {
  const search = new URLSearchParams(query);
  const idsOf = (name: string) =>
    (search.get(name) ?? '').split(',').flatMap((text) => {
      const id = Number(text);
      return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? [id] : [];
    });
  return { groupIds: idsOf('groups'), trackerIds: idsOf('devices') };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  const { accountId } = caller;
  await sendEvent(tx, { type: 'changed', what: 'reportSchedules', accountId, userId: null });
}
