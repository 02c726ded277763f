import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Begins to read the log of an account for delivery: from its present end. */
export async function openCursor(tx: Tx, accountId: number): Promise<void> {
  await sql`
    insert into delivery_cursor (account_id, seq)
    select ${accountId}, coalesce((select seq from account_log_head where account_id = ${accountId}), 0)
    on conflict do nothing`.execute(tx);
}

/** Ends it if nobody receives notices. The account must be locked. */
export async function closeUnusedCursor(tx: Tx, accountId: number): Promise<void> {
  await sql`
    delete from delivery_cursor where account_id = ${accountId}
      and not exists (select from subscription where account_id = ${accountId})
      and not exists (select from watch_task_contact join recipient using (recipient_id)
        where recipient.account_id = ${accountId})`.execute(tx);
}
