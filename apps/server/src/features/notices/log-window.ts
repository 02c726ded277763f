import type { Db } from '../../db/database.ts';
import { readLogHead } from './notices.queries.ts';

/** Entries that one message or poll covers at most. */
export const LOG_PAGE_SIZE = 500;

export interface LogWindow {
  /** Covers the numbers above the cursor up to this one; the cursor itself when there are none. */
  readonly to: number;
  /** Nothing was above `to` when it was asked. */
  readonly last: boolean;
}

/** Which numbers the next part covers, for somebody who has seen those up to `cursor`. */
export async function nextWindow(db: Db, accountId: number, cursor: number): Promise<LogWindow> {
  const head = await readLogHead(db, accountId);
  const to = Math.max(cursor, Math.min(head, cursor + LOG_PAGE_SIZE));
  return { to, last: to >= head };
}

/** Whether the log can be continued from `cursor`: nothing above it has been dropped, and it has come so far. */
export async function canContinue(db: Db, accountId: number, cursor: number): Promise<boolean> {
  const head = await readLogHead(db, accountId);
  if (cursor >= head) return cursor === head;
  const oldest = await db
    .selectFrom('account_log')
    .select('seq')
    .where('account_id', '=', accountId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return oldest !== undefined && oldest.seq <= cursor + 1;
}
