import { cardKey } from '@wakeline/domain/satellite/card-number';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { matchingAccounts, type Visibility } from './accounts.ts';

/** Finds a communication account by a text. */
export type FindAccount = (
  text: string,
) =>
  | { readonly communicationAccountId: number }
  | { readonly error: 'communication-account-unknown' | 'communication-account-ambiguous' };

/** Finds visible communication accounts by their names, or else by their card numbers. */
export async function createAccountLookup(
  db: Db,
  visibility: Visibility,
  texts: readonly string[],
): Promise<FindAccount> {
  const keys = texts.flatMap((text) => cardKey(text) ?? []);
  const rows = await matchingAccounts(db, visibility, { keywords: '' })
    .where(
      sql<boolean>`(communication_account.name = any (${[...texts]}::text[])
        or communication_account.card_key = any (${keys}::text[]))`,
    )
    .select([
      'communication_account.communication_account_id',
      'communication_account.name',
      'communication_account.card_key',
    ])
    .execute();
  const byName = Map.groupBy(rows, ({ name }) => name);
  const byCard = Map.groupBy(rows, ({ card_key }) => card_key);
  return (text) => {
    const [only, other] = byName.get(text) ?? byCard.get(cardKey(text) ?? '') ?? [];
    if (only === undefined) return { error: 'communication-account-unknown' };
    if (other !== undefined) return { error: 'communication-account-ambiguous' };
    return { communicationAccountId: only.communication_account_id };
  };
}
