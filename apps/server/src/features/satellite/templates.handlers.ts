import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { AVIATION_TEMPLATES } from '@wakeline/domain/satellite/aviation-templates';
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
  insertTemplates,
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
  | 'deleteSatelliteTemplate'
  | 'addAviationTemplates';

/** Saved texts for messages to terminals, which all users of the account share. */
export function satelliteTemplateHandlers(db: Db): Pick<Handlers, TemplateOperation> {
  return {
    async querySatelliteTemplates(_payload, caller) {
      const rows = await readTemplates(db, caller.accountId);
      const list = rows.map(({ template_id, name, content, role }) => ({
        templateId: template_id,
        templateName: name,
        content,
        role,
      }));
      return { list, total: list.length, abilities: { change: canSendMessages(caller) } };
    },

    async createSatelliteTemplate({ templateName: name, content, role }, caller, call) {
      const { accountId } = caller;
      const templateId = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const existing = await readTemplates(tx, accountId);
        requireRoom(existing, 1);
        requireUnusedName(existing, name);
        await recordChange(tx, caller, call, {
          action: 'createSatelliteTemplate',
          target: name,
          after: { content, role },
        });
        const [id] = await insertTemplates(tx, accountId, [{ name, content, role }], call.now);
        return id ?? 0;
      });
      return { templateId };
    },

    async editSatelliteTemplate({ templateId, templateName: name, content, role }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const before = await requireTemplate(tx, accountId, templateId);
        const others = (await readTemplates(tx, accountId)).filter((row) => row.template_id !== templateId);
        requireUnusedName(others, name);
        await updateTemplate(tx, templateId, { name, content, role });
        await recordChange(tx, caller, call, {
          action: 'editSatelliteTemplate',
          target: before.name,
          ...difference(
            { templateName: before.name, content: before.content, role: before.role },
            { templateName: name, content, role },
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

    async addAviationTemplates({ lang }, caller, call) {
      const { accountId } = caller;
      const added = await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, accountId);
        const existing = await readTemplates(tx, accountId);
        const names = new Set(existing.map(({ name }) => name));
        const missing = AVIATION_TEMPLATES[lang].filter(({ name }) => !names.has(name));
        requireRoom(existing, missing.length);
        const forms = missing.map((template) => ({ ...template, role: 'eob_plugin_flight_msg' as const }));
        if (forms.length > 0) await insertTemplates(tx, accountId, forms, call.now);
        await recordChange(tx, caller, call, {
          action: 'addAviationTemplates',
          target: missing.map(({ name }) => name).join(', '),
          after: { count: missing.length },
        });
        return missing.length;
      });
      return { added };
    },
  };
}

/** @throws NamedError `template-limit` */
function requireRoom(existing: readonly TemplateRow[], added: number): void {
  if (existing.length + added > LIMITS.satelliteTemplates)
    throw new NamedError('template-limit', { max: LIMITS.satelliteTemplates });
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
