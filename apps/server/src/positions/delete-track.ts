import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/**
 * Deletes a tracker's history, or the part between two times (epoch milliseconds, both included). When the tracker goes as
 * well, call it after the tracker's row is deleted, in the same transaction: then nothing can be stored behind its back.
 *
 * @returns how many positions there were.
 */
export async function deleteTrack(
  tx: Tx,
  trackerId: number,
  window?: { readonly from: number; readonly to: number },
): Promise<number> {
  const from = window?.from ?? Number.MIN_SAFE_INTEGER;
  const to = window?.to ?? Number.MAX_SAFE_INTEGER;
  const result =
    await sql`delete from position where tracker_id = ${trackerId} and time between ${from} and ${to}`.execute(
      tx,
    );
  return Number(result.numAffectedRows ?? 0);
}
