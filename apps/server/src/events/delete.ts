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
