import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';

export type TemplateRow = Selectable<Schema['satellite_template']>;
export type TemplateForm = Pick<TemplateRow, 'name' | 'content' | 'role'>;

/** The saved texts of an account, by name. */
export function readTemplates(db: Db, accountId: number): Promise<readonly TemplateRow[]> {
  return db
    .selectFrom('satellite_template')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('name')
    .execute();
}

export function lockTemplate(
  tx: Tx,
  accountId: number,
  templateId: number,
): Promise<TemplateRow | undefined> {
  return tx
    .selectFrom('satellite_template')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the ids in the order of the templates. */
export async function insertTemplates(
  tx: Tx,
  accountId: number,
  forms: readonly TemplateForm[],
  now: number,
): Promise<readonly number[]> {
  const rows = await tx
    .insertInto('satellite_template')
    .values(forms.map((form) => ({ ...form, account_id: accountId, created_at: new Date(now) })))
    .returning('template_id')
    .execute();
  return rows.map(({ template_id }) => template_id);
}

export async function updateTemplate(tx: Tx, templateId: number, form: TemplateForm): Promise<void> {
  await tx.updateTable('satellite_template').set(form).where('template_id', '=', templateId).execute();
}

export async function deleteTemplate(tx: Tx, templateId: number): Promise<void> {
  await tx.deleteFrom('satellite_template').where('template_id', '=', templateId).execute();
}
