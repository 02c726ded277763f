import type { Db } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { readExpiredBetween } from '../../../trackers/validity.ts';

/**
 * Publishes the trackers that expired after `from` and until `to`, epoch milliseconds, as changed: open consoles then
 * show them as expired. No row of the tracker changes at that moment.
 */
export async function publishExpired(db: Db, from: number, to: number): Promise<void> {
  const expired = await readExpiredBetween(db, from, to);
  if (expired.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const [accountId, trackers] of Map.groupBy(expired, (tracker) => tracker.accountId)) {
      const changed = trackers.map(({ trackerId }) => trackerId);
      await sendEvent(tx, { type: 'trackers', accountId, changed, removed: [] });
    }
  });
}
