import { NamedError } from '@wakeline/contract/errors';
import type { BdUserFilter } from '@wakeline/contract/satellite/accounts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { matchingAccounts, type Visibility } from './accounts.ts';

/**
 * The ids of these communication accounts, or of the ones that match a filter, in ascending order.
 *
 * @throws NamedError `communication-account-unknown` when the user sees not all of them
 */
export async function readAccountIds(
  db: Db,
  visibility: Visibility,
  selection: readonly number[] | BdUserFilter,
  limit: number,
): Promise<readonly number[]> {
  const query =
    'keywords' in selection
      ? matchingAccounts(db, visibility, selection)
      : matchingAccounts(db, visibility, { keywords: '' }).where(
          sql<boolean>`communication_account.communication_account_id = any (${[...selection]}::int[])`,
        );
  const rows = await query
    .select('communication_account.communication_account_id')
    .orderBy('communication_account.communication_account_id')
    .limit(limit)
    .execute();
  if (!('keywords' in selection) && rows.length < new Set(selection).size)
    throw new NamedError('communication-account-unknown');
  return rows.map((row) => row.communication_account_id);
}

/** Names and card numbers of communication accounts, by id; deleted ones are left out. */
export async function readAccountNames(db: Db, accountId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('communication_account')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`communication_account_id = any (${[...ids]}::int[])`)
    .select(['communication_account_id', 'name', 'card_number'])
    .execute();
  return new Map(
    rows.map((row) => [row.communication_account_id, { name: row.name, cardNumber: row.card_number }]),
  );
}
