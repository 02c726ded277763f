import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Alarms deleted by one statement. */
const BATCH_SIZE = 5_000;

/** Deletes the alarms, with their histories, that are older than the positions that their accounts keep. */
export async function dropOldAlarms(db: Db, now: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from alarm where (account_id, seq) in (
        select alarm.account_id, alarm.seq from alarm join account using (account_id)
        where alarm.notice_at < ${new Date(now)}::timestamptz - make_interval(days => account.retention_days)
        limit ${BATCH_SIZE})`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH_SIZE) return;
  }
}
