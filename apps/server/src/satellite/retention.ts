import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Messages deleted by one statement. */
const BATCH_SIZE = 5_000;

/** Deletes the messages that are older than the positions that their accounts keep. */
export async function dropOldSatelliteMessages(db: Db, now: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from satellite_message where message_id in (
        select message_id from satellite_message message join account using (account_id)
        where message.created_at < ${new Date(now)}::timestamptz - make_interval(days => account.retention_days)
        limit ${BATCH_SIZE})`.execute(db);
    if (Number(numAffectedRows ?? 0) < BATCH_SIZE) return;
  }
}
