import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';

/** Fields of a panel's form, by the contract's names. */
export interface PanelFields {
  readonly panelName: string;
  readonly panelUrl: string;
  readonly sort: number;
  readonly display: 'SHOW' | 'HIDE';
}

/** Panels of an account, ordered by `sort`. */
export function readPanels(db: Db, accountId: number) {
  return db
    .selectFrom('extension_panel')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('sort')
    .execute();
}

/** @throws NamedError `panel-limit`; a unique violation if `sort` is taken. */
export async function insertPanel(tx: Tx, accountId: number, fields: PanelFields): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('extension_panel')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.panelsPerAccount) throw new NamedError('panel-limit');
  const { panel_id } = await tx
    .insertInto('extension_panel')
    .values({ account_id: accountId, ...columnsOf(fields) })
    .returning('panel_id')
    .executeTakeFirstOrThrow();
  return panel_id;
}

/**
 * Reads a panel and locks its row until the transaction ends.
 *
 * @throws NamedError `panel-unknown` when the account has no such panel.
 */
export async function lockPanel(tx: Tx, accountId: number, panelId: number): Promise<PanelFields> {
  const row = await tx
    .selectFrom('extension_panel')
    .where('panel_id', '=', panelId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('panel-unknown');
  return { panelName: row.name, panelUrl: row.address, sort: row.sort, display: row.display };
}

/** @throws a unique violation if `sort` is taken. */
export async function updatePanel(
  tx: Tx,
  { accountId, panelId }: { readonly accountId: number; readonly panelId: number },
  fields: PanelFields,
): Promise<void> {
  await tx
    .updateTable('extension_panel')
    .set(columnsOf(fields))
    .where('panel_id', '=', panelId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function removePanel(tx: Tx, accountId: number, panelId: number): Promise<void> {
  await tx
    .deleteFrom('extension_panel')
    .where('panel_id', '=', panelId)
    .where('account_id', '=', accountId)
    .execute();
}

function columnsOf({ panelName, panelUrl, sort, display }: PanelFields) {
  return { name: panelName, address: panelUrl, sort, display };
}
