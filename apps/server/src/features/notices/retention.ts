import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { NOTICE_TTL_MS } from './select-notices.ts';

/** Deletes log entries beyond the retention period, and their read marks. */
export async function dropOldNotices(db: Db, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const dropped = await tx
      .deleteFrom('account_log')
      .where('created_at', '<', new Date(now - NOTICE_TTL_MS))
      .executeTakeFirst();
    await sql`
      delete from notice_read using app_user
      where app_user.user_id = notice_read.user_id and not exists (
        select from account_log as log
        where log.account_id = app_user.account_id and log.seq = notice_read.seq)`.execute(tx);
    return Number(dropped.numDeletedRows);
  });
}
