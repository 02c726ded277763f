import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** Who makes the changes of a transaction, and when. */
export interface Author {
  /** Null: not a user of the account, for example the operator. */
  readonly userId: number | null;
  readonly login: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Names the author of a transaction. Triggers record it with the changes of a device's validity. */
export async function setAuthor(tx: Tx, author: Author): Promise<void> {
  await sql`select ${authorSetting(author)}`.execute(tx);
}

/** The same as an expression, for a statement that runs anyway. */
export function authorSetting(author: Author): RawBuilder<string> {
  return sql<string>`set_config('wakeline.author', ${JSON.stringify(author)}, true)`;
}
