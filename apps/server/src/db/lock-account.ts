import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** What an account has so many of is counted and added to by one after the other, until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  // Rows that name the account may be added by others meanwhile: they do not change its key.
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx);
}
