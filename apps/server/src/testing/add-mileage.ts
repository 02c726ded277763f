import { connect } from '../db/database.ts';

/** Metres that a device travelled on a day of its calendar (days since 1970-01-01), as the engine stores them. */
export async function addMileage(
  databaseUrl: string,
  day: { readonly trackerId: number; readonly day: number; readonly metres: number },
): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  try {
    await db
      .insertInto('device_day')
      .values({
        tracker_id: day.trackerId,
        day: day.day,
        first_fix: null,
        last_fix: null,
        trip_metres: day.metres,
      })
      .execute();
  } finally {
    await close();
  }
}
