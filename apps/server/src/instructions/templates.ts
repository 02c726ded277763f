import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { Db, Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

export interface TemplateForm {
  readonly name: string;
  readonly instruction: InstructionName;
  readonly parameters: JsonFields;
}

export function readTemplates(db: Db, accountId: number) {
  return db
    .selectFrom('instruction_template')
    .where('account_id', '=', accountId)
    .select(['template_id', 'name', 'instruction', 'parameters'])
    .orderBy('name')
    .execute();
}

/** The template, locked until the transaction ends. */
export function lockTemplate(tx: Tx, accountId: number, templateId: number) {
  return tx
    .selectFrom('instruction_template')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .select(['template_id', 'name', 'instruction', 'parameters'])
    .forUpdate()
    .executeTakeFirst();
}

export async function insertTemplate(tx: Tx, accountId: number, form: TemplateForm): Promise<number> {
  const { template_id } = await tx
    .insertInto('instruction_template')
    .values({ account_id: accountId, ...form, parameters: JSON.stringify(form.parameters) })
    .returning('template_id')
    .executeTakeFirstOrThrow();
  return template_id;
}

export async function updateTemplate(tx: Tx, templateId: number, form: TemplateForm): Promise<void> {
  await tx
    .updateTable('instruction_template')
    .set({ ...form, parameters: JSON.stringify(form.parameters) })
    .where('template_id', '=', templateId)
    .execute();
}

export async function deleteTemplate(tx: Tx, templateId: number): Promise<void> {
  await tx.deleteFrom('instruction_template').where('template_id', '=', templateId).execute();
}
