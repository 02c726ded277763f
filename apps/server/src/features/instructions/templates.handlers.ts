import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import {
  deleteTemplate,
  insertTemplate,
  lockTemplate,
  readTemplates,
  type TemplateForm,
  updateTemplate,
} from '../../instructions/templates.ts';
import { requireCall } from './check-instruction.ts';
import { canSendInstructions } from './instructions.policy.ts';
import { maskSecrets } from './present-instruction.ts';

type TemplateOperation =
  | 'queryInstructionTemplates'
  | 'addInstructionTemplate'
  | 'editInstructionTemplate'
  | 'deleteInstructionTemplate';

/** The saved values of instructions. Those of a password are masked for users who may not send instructions. */
export function instructionTemplateHandlers(db: Db): Pick<Handlers, TemplateOperation> {
  return {
    async queryInstructionTemplates(_payload, caller) {
      const canSend = canSendInstructions(caller);
      const rows = await readTemplates(db, caller.accountId);
      const list = rows.map(({ template_id, name, instruction, parameters }) => ({
        templateId: template_id,
        templateName: name,
        instruction,
        parameters: canSend ? (parameters as ReturnType<typeof maskSecrets>) : maskSecrets(parameters),
        abilities: { edit: canSend, remove: canSend },
      }));
      return { list, total: list.length };
    },

    async addInstructionTemplate({ uid: _, templateName, instruction, parameters }, caller, call) {
      requireCall(instruction, parameters);
      const form = { name: templateName, instruction, parameters };
      const templateId = await transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        await lockAccount(tx, accountId);
        const existing = await readTemplates(tx, accountId);
        if (existing.length >= LIMITS.instructionTemplatesPerAccount) {
          throw new NamedError('template-limit', { max: LIMITS.instructionTemplatesPerAccount });
        }
        if (existing.some(({ name }) => name === templateName)) throw new NamedError('template-name-taken');
        await recordAudit(tx, caller, call, {
          action: 'addInstructionTemplate',
          target: templateName,
          after: auditForm(form),
        });
        return insertTemplate(tx, accountId, form);
      });
      return { templateId };
    },

    async editInstructionTemplate(
      { uid: _, templateId, templateName, instruction, parameters },
      caller,
      call,
    ) {
      requireCall(instruction, parameters);
      const form = { name: templateName, instruction, parameters };
      await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, caller.accountId);
        const before = await requireTemplate(tx, caller.accountId, templateId);
        const existing = await readTemplates(tx, caller.accountId);
        if (existing.some(({ name, template_id }) => name === templateName && template_id !== templateId)) {
          throw new NamedError('template-name-taken');
        }
        await updateTemplate(tx, templateId, form);
        await recordAudit(tx, caller, call, {
          action: 'editInstructionTemplate',
          target: before.name,
          before: auditForm(before),
          after: auditForm(form),
        });
      });
      return {};
    },

    async deleteInstructionTemplate({ templateId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await requireTemplate(tx, caller.accountId, templateId);
        await deleteTemplate(tx, templateId);
        await recordAudit(tx, caller, call, {
          action: 'deleteInstructionTemplate',
          target: before.name,
          before: auditForm(before),
        });
      });
      return {};
    },
  };
}

async function requireTemplate(tx: Tx, accountId: number, templateId: number) {
  const template = await lockTemplate(tx, accountId, templateId);
  if (template === undefined) throw new NamedError('template-unknown');
  return template;
}

function auditForm({ name, instruction, parameters }: TemplateForm) {
  return { templateName: name, instruction, parameters: maskSecrets(parameters) };
}
