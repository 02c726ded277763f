import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Deletes the events of trackers between two times, epoch milliseconds, both included. */
export async function deleteEvents(
  tx: Tx,
  trackerIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await sql`
    delete from event where tracker_id = any (${[...trackerIds]}::int[]) and time between ${from} and ${to}`.execute(
    tx,
  );
}

/** Deletes the take-offs, touch-and-gos and landings of a tracker between two times, epoch milliseconds, both included. */
export async function deleteFlightEvents(
  tx: Tx,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const kinds = [EVENT_NUMBERS['take-off'], EVENT_NUMBERS['touch-and-go'], EVENT_NUMBERS.landing];
  await sql`
    delete from event
    where tracker_id = ${trackerId} and time between ${from} and ${to} and kind = any (${kinds}::smallint[])`.execute(
    tx,
  );
}
