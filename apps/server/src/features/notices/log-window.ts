import type { Db } from '../../db/database.ts';
import { readLogHead } from './notices.queries.ts';

/** Maximum number of entries that one message or poll covers. */
export const LOG_PAGE_SIZE = 500;

export interface LogWindow {
  /** Upper end (inclusive) of the entries above the cursor; the cursor itself when there are none. */
  readonly to: number;
  /** True if nothing was above `to` when the log was read. */
  readonly last: boolean;
}

/** Window of the next page for a reader whose cursor is `cursor`. */
export async function nextWindow(db: Db, accountId: number, cursor: number): Promise<LogWindow> {
  const head = await readLogHead(db, accountId);
  const to = Math.max(cursor, Math.min(head, cursor + LOG_PAGE_SIZE));
  return { to, last: to >= head };
}

/** Whether a reader can continue from `cursor`: no entry above it was dropped, and the log has reached it. */
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
