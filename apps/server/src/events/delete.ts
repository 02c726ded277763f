import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { EventArchive } from './event-archive.ts';

/** Deletes the events of trackers between two times, epoch milliseconds, both included, that are not archived. */
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

/**
 * Deletes the take-offs, touch-and-gos and landings of a tracker between two times, epoch milliseconds, both included. Those in the
 * archive are deleted before the transaction commits; if it fails, they are found again with it.
 */
export async function deleteFlightEvents(
  tx: Tx,
  archive: EventArchive | null,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const kinds = [EVENT_NUMBERS['take-off'], EVENT_NUMBERS['touch-and-go'], EVENT_NUMBERS.landing];
  await sql`
    delete from event
    where tracker_id = ${trackerId} and time between ${from} and ${to} and kind = any (${kinds}::smallint[])`.execute(
    tx,
  );
  if (archive !== null && from < archive.recentSince())
    await archive.delete([trackerId], { from, to }, kinds);
}
