import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import {
  deleteTemplate,
  insertTemplate,
  lockTemplate,
  readTemplates,
  type TemplateRow,
  updateTemplate,
} from '../../satellite/templates.ts';
import { canSendMessages } from './satellite.policy.ts';

type TemplateOperation =
  | 'querySatelliteTemplates'
  | 'createSatelliteTemplate'
  | 'editSatelliteTemplate'
  | 'deleteSatelliteTemplate';

/** Saved texts for messages to terminals, which all users of the account share. */
export function satelliteTemplateHandlers(db: Db): Pick<Handlers, TemplateOperation> {
  return {
    async querySatelliteTemplates(_payload, caller) {
      const rows = await readTemplates(db, caller.accountId);
      const list = rows.map(({ template_id, name, content }) => ({
        templateId: template_id,
        templateName: name,
        content,
      }));
      return { list, total: list.length, abilities: { change: canSendMessages(caller) } };
    },

    async createSatelliteTemplate({ templateName: name, content }, caller, call) {
      const { accountId } = caller;
      const templateId = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const existing = await readTemplates(tx, accountId);
        if (existing.length >= LIMITS.satelliteTemplates)
          throw new NamedError('template-limit', { max: LIMITS.satelliteTemplates });
        requireUnusedName(existing, name);
        await recordChange(tx, caller, call, {
          action: 'createSatelliteTemplate',
          target: name,
          after: { content },
        });
        return insertTemplate(tx, accountId, { name, content }, call.now);
      });
      return { templateId };
    },

    async editSatelliteTemplate({ templateId, templateName: name, content }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const before = await requireTemplate(tx, accountId, templateId);
        const others = (await readTemplates(tx, accountId)).filter((row) => row.template_id !== templateId);
        requireUnusedName(others, name);
        await updateTemplate(tx, templateId, { name, content });
        await recordChange(tx, caller, call, {
          action: 'editSatelliteTemplate',
          target: before.name,
          ...difference(
            { templateName: before.name, content: before.content },
            { templateName: name, content },
          ),
        });
      });
      return {};
    },

    async deleteSatelliteTemplate({ templateId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { name, content } = await requireTemplate(tx, caller.accountId, templateId);
        await deleteTemplate(tx, templateId);
        await recordChange(tx, caller, call, {
          action: 'deleteSatelliteTemplate',
          target: name,
          before: { content },
        });
      });
      return {};
    },
  };
}

async function requireTemplate(tx: Tx, accountId: number, templateId: number): Promise<TemplateRow> {
  const template = await lockTemplate(tx, accountId, templateId);
  if (template === undefined) throw new NamedError('template-unknown');
  return template;
}

function requireUnusedName(existing: readonly TemplateRow[], name: string): void {
  if (existing.some((row) => row.name === name)) throw new NamedError('template-name-taken');
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId: caller.accountId, userId: null });
}
