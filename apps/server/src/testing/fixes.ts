import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Partitions, weekOf } from '../db/partitions.ts';
import { PositionColumns } from '../positions/insert.ts';

/** A fix at 54° N 10° E, with only the given values. */
export function fixAt(
  time: number,
  fixFields: Partial<LocatedReport['fix']> = {},
  overrides: Partial<Omit<LocatedReport, 'time' | 'fix'>> = {},
): LocatedReport {
  const unknown = { altitude: null, speed: null, course: null, accuracy: null, valid: true };
  const emptyStatus = { battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
  return {
    time,
    ...emptyStatus,
    ...overrides,
    fix: { latitude: 54, longitude: 10, ...unknown, ...fixFields },
  };
}

/** Inserts fixes into the history directly: reporting a day of them would take long. */
export async function storeFixes(db: Db, trackerId: number, fixes: readonly LocatedReport[]): Promise<void> {
  const columns = new PositionColumns();
  for (const fix of fixes) columns.add(trackerId, fix);
  await new Partitions().ensure(db, columns.weeks);
  await db.transaction().execute((tx) => columns.insert(tx));
}

/**
 * Inserts `count` fixes, one per second from `from` on, with six values: 36 bytes each on the wire. By SQL, because inserting them
 * one by one would take long.
 */
export async function storeSeconds(db: Db, trackerId: number, from: number, count: number): Promise<void> {
  await new Partitions().ensure(db, [weekOf(from), weekOf(from + count * 1_000)]);
  // Altitude 100 m, speed 36 km/h, course 90°, 7 satellites, gsm 60 %, battery 80 %: see positions/packing.ts.
  await sql`
    insert into position (time, tracker_id, latitude, longitude, packed)
    select ${from}::bigint + at * 1000, ${trackerId}::int, 540000000 + at, 100000000 + at,
      '\\x3fd00f901c282307f02ec03e'::bytea
    from generate_series(0, ${count - 1}::bigint) as at`.execute(db);
}
