import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The settings of an account that the engine applies. */
export const ACCOUNT_RULE_COLUMNS = [
  'device_auth',
  'retention_days',
  'plain_coordinates',
  'offline_minutes',
  'moving_speed',
  'time_zone',
  'gap_minutes',
  'min_trip_metres',
  'min_trip_minutes',
  'min_stop_minutes',
  'night_start',
  'night_end',
  'max_positions_per_second',
] as const;

/**
 * Every registered tracker with the report settings of its account, for the engine. The model is the one whose messages
 * it sends: that on which an own model is based.
 */
export function registeredTrackers(db: Db) {
  return db
    .selectFrom('tracker')
    .innerJoin('account', 'account.account_id', 'tracker.account_id')
    .leftJoin('tracker_model', (join) =>
      join
        .onRef('tracker_model.account_id', '=', 'tracker.account_id')
        .on(sql<boolean>`lower(tracker_model.name) = lower(tracker.model)`),
    )
    .select([
      'tracker_id',
      'tracker.name',
      'imei',
      sql<string>`coalesce(tracker_model.based_on, tracker.model)`.as('model'),
      'tracker.password',
      'tracker.group_id',
      'tracker.protocol',
      'report_key_version',
      'tracker.valid_until',
      'tracker.account_id',
      ...ACCOUNT_RULE_COLUMNS,
    ]);
}

/** The trackers with these numbers without leading zeros: `ltrim(imei, '0')` has an index. */
export function registeredWithNumbers(db: Db, numbers: readonly string[]) {
  // One array for any number of values: a statement takes 65,535 parameters at most.
  return registeredTrackers(db).where(sql<boolean>`ltrim(imei, '0') = any(${[...numbers]}::text[])`);
}

/** Returns the ids of these trackers that are no longer registered. */
export async function findRemoved(db: Db, trackerIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...trackerIds]}::int[]) as id
    where not exists (select from tracker where tracker_id = id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns which of these trackers belong to an account. */
export async function registeredIds(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('tracker')
    .select('tracker_id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .execute();
  return new Set(rows.map((row) => row.tracker_id));
}
