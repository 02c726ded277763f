import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Race numbers differ without case. */
export function raceNumberKey(raceNumber: string): string {
  return raceNumber.toUpperCase();
}

/** What the people of an account already have: race numbers, as `raceNumberKey`, and trackers. */
export async function readTakenPeople(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('person')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(race_number is not null or tracker_id is not null)`)
    .select(['race_number', 'tracker_id'])
    .execute();
  return {
    raceNumbers: new Set(
      rows.flatMap((row) => (row.race_number === null ? [] : raceNumberKey(row.race_number))),
    ),
    trackerIds: new Set(rows.flatMap((row) => row.tracker_id ?? [])),
  };
}
