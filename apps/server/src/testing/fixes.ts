import type { LocatedReport } from '@wakeline/domain/advance';
import type { Db } from '../db/database.ts';
import { PositionColumns } from '../positions/insert.ts';
import { Partitions } from '../positions/partitions.ts';

/** A fix at 54° N 10° E, without anything that a test does not ask for. */
export function fixAt(
  time: number,
  place: Partial<LocatedReport['fix']> = {},
  more: Partial<Omit<LocatedReport, 'time' | 'fix'>> = {},
): LocatedReport {
  const unknown = { altitude: null, speed: null, course: null, accuracy: null, valid: true };
  const silent = { battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
  return { time, ...silent, ...more, fix: { latitude: 54, longitude: 10, ...unknown, ...place } };
}

/** Puts fixes into the history behind the server's back: a day of them would take long to report. */
export async function storeFixes(db: Db, trackerId: number, fixes: readonly LocatedReport[]): Promise<void> {
  const columns = new PositionColumns();
  for (const fix of fixes) columns.add(trackerId, fix);
  await new Partitions().ensure(db, columns.weeks);
  await db.transaction().execute((tx) => columns.insert(tx));
}
