import { lockNextIntervals } from '../../../aviation/changed-intervals.ts';
import { endDueTracking } from '../../../aviation/tracking-modes.ts';
import type { Db } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { settleIntervals } from './settle-intervals.ts';

/** Devices per transaction. */
const BATCH_SIZE = 200;

/**
 * Ends the tracking modes whose time is over, and sends what is due to the devices: the interval of another task, or the
 * former one. Several servers can call it at once; what one has begun and not stored, another one does.
 *
 * @param now epoch milliseconds
 */
export async function trackDueIntervals(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const accountId of await endDueTracking(tx, null, now))
      await sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId, userId: null });
  });
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await db.transaction().execute(async (tx) => {
      const rows = await lockNextIntervals(tx, from, BATCH_SIZE);
      await settleIntervals(tx, rows, now);
      return rows.length < BATCH_SIZE ? null : (rows.at(-1)?.tracker_id ?? null);
    });
  }
}
