import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Every registered tracker with what its account says of reports, for the engine. */
export function registeredTrackers(db: Db) {
  return db
    .selectFrom('tracker')
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .select([
      'tracker_id',
      'imei',
      'model',
      'tracker.group_id',
      'tracker.protocol',
      'report_key_version',
      'tracker.account_id',
      'device_auth',
      'retention_days',
      'plain_coordinates',
    ]);
}

/** The trackers with these numbers, all without the zeros in front: `ltrim(imei, '0')` has an index. */
export function registeredWithNumbers(db: Db, numbers: readonly string[]) {
  // One array, however many: a statement takes 65 535 values at most.
  return registeredTrackers(db).where(sql<boolean>`ltrim(imei, '0') = any(${[...numbers]}::text[])`);
}

/** Of these trackers those that are registered no longer. */
export async function findRemoved(db: Db, trackerIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...trackerIds]}::int[]) as id
    where not exists (select from tracker where tracker_id = id)`.execute(db);
  return rows.map(({ id }) => id);
}
