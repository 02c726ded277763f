import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { checkPanelUrl } from './check-panel-url.ts';
import { canAddPanels, canEditPanel, canReadPanel, canRemovePanel } from './panels.policy.ts';
import {
  insertPanel,
  lockPanel,
  type PanelFields,
  readPanels,
  removePanel,
  updatePanel,
} from './panels.queries.ts';

type PanelOperation = 'allPanels' | 'addPanel' | 'editPanel' | 'delPanel';

/** Extension panels: external pages in the console's menu. */
export function panelHandlers(db: Db): Pick<Handlers, PanelOperation> {
  return {
    async allPanels(_payload, caller) {
      const rows = await readPanels(db, caller.accountId);
      const list = rows
        .map((row) => ({ row, owner: { accountId: row.account_id } }))
        .filter(({ owner }) => canReadPanel(caller, owner))
        .map(({ row, owner }) => ({
          panelId: row.panel_id,
          panelName: row.name,
          panelUrl: row.address,
          sort: row.sort,
          display: row.display,
          abilities: { edit: canEditPanel(caller, owner), remove: canRemovePanel(caller, owner) },
        }));
      return { list, total: list.length, abilities: { add: canAddPanels(caller) } };
    },

    async addPanel({ panelName, panelUrl, sort, display }, caller, call) {
      checkPanelUrl(panelUrl, call);
      const fields = { panelName, panelUrl, sort, display };
      return transactionAs(db, caller, call, async (tx) => {
        const panelId = await insertPanel(tx, caller.accountId, fields);
        await recordChange(tx, caller, call, { action: 'addPanel', target: panelName, after: fields });
        return { panelId };
      });
    },

    async editPanel({ panelId, panelName, panelUrl, sort, display }, caller, call) {
      if (panelUrl !== undefined) checkPanelUrl(panelUrl, call);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockPanel(tx, caller.accountId, panelId);
        const after: PanelFields = {
          panelName: panelName ?? before.panelName,
          panelUrl: panelUrl ?? before.panelUrl,
          sort: sort ?? before.sort,
          display: display ?? before.display,
        };
        await updatePanel(tx, { accountId: caller.accountId, panelId }, after);
        const changed = difference({ ...before }, { ...after });
        await recordChange(tx, caller, call, { action: 'editPanel', target: before.panelName, ...changed });
      });
      return {};
    },

    async delPanel({ panelId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockPanel(tx, caller.accountId, panelId);
        await removePanel(tx, caller.accountId, panelId);
        await recordChange(tx, caller, call, {
          action: 'delPanel',
          target: before.panelName,
          before: { ...before },
        });
      });
      return {};
    },
  };
}

/** Records a change in the audit log and notifies the account's open menus. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'panels', accountId: caller.accountId, userId: null });
}
