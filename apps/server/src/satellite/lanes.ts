import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/** Ends of a wait that comes with a connection: reasons for which a part waits until then. */
const ENDED_BY_CONNECTION = ['offline', 'busy', 'no-signal', 'restrained'] as const;

/** Nothing is taken from the lane before `until`, epoch milliseconds. A pause is never shortened. */
export async function pauseLane(tx: Tx, lane: string, until: number): Promise<void> {
  await tx
    .insertInto('satellite_lane')
    .values({ lane, not_before: new Date(until) })
    .onConflict((conflict) =>
      conflict.column('lane').doUpdateSet({
        not_before: sql<Date>`greatest(satellite_lane.not_before, excluded.not_before)`,
      }),
    )
    .execute();
}

/** What waits in the lane for a connection or a signal is due now. */
export async function wakeLane(tx: Tx, lane: string, now: number): Promise<void> {
  await tx
    .updateTable('satellite_part')
    .set({ next_at: new Date(now) })
    .where('lane', '=', lane)
    .where('state', '=', 'waiting')
    .where('reason', 'in', ENDED_BY_CONNECTION)
    .where('next_at', '>', new Date(now))
    .execute();
  await sendEvent(tx, { type: 'satellite-messages', accountId: null });
}

/** Deletes pauses that have ended. */
export async function dropEndedPauses(db: Db, now: number): Promise<void> {
  await db.deleteFrom('satellite_lane').where('not_before', '<=', new Date(now)).execute();
}
