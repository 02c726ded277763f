import type { Db } from '../db/database.ts';

/** The password of a device for instructions; empty: none. */
export async function readTrackerPassword(db: Db, trackerId: number): Promise<string> {
  const row = await db
    .selectFrom('tracker')
    .where('tracker_id', '=', trackerId)
    .select('password')
    .executeTakeFirst();
  return row?.password ?? '';
}
