import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Serializes changes that count towards a quota of the account, until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  // Others may insert rows that refer to the account meanwhile, because its key does not change.
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx);
}
