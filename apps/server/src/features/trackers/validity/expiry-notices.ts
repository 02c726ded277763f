import { appendNotices, type NoticeToLog } from '../../../db/account-log.ts';
import type { Db } from '../../../db/database.ts';
import { type ExpiringTracker, readExpiring, recordExpiryNotices } from '../../../trackers/expiring.ts';

/** Up to this number of devices of an account that expire at the same time have a notice each. */
export const MAX_SINGLE_NOTICES = 20;

/** Appends the due notices about devices that expire soon, once for each device, date and number of days. */
export async function sendExpiryNotices(db: Db, now: number): Promise<void> {
  const byAccount = Map.groupBy(await readExpiring(db, now), ({ accountId }) => accountId);
  // A transaction each: while it appends, the log of its account is locked, and the engine waits.
  for (const expiring of byAccount.values()) {
    await db.transaction().execute(async (tx) => {
      const recorded = await recordExpiryNotices(tx, expiring);
      const due = expiring.filter(({ trackerId }) => recorded.has(trackerId));
      await appendNotices(tx, summarize(due, now), now);
    });
  }
}

/**
 * A notice for each device; for many devices one for each group and date, about the first of them by name. Devices of
 * a group are visible to the same users, so a summary counts nothing that its readers cannot see.
 *
 * @param expiring devices of one account, by name
 */
export function summarize(expiring: readonly ExpiringTracker[], now: number): readonly NoticeToLog[] {
  if (expiring.length <= MAX_SINGLE_NOTICES) return expiring.map((tracker) => toNotice(tracker, 0, now));
  const groups = Map.groupBy(expiring, ({ groupId, validUntil }) => `${groupId} ${validUntil.getTime()}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [toNotice(first, others.length, now)],
  );
}

function toNotice(
  { accountId, trackerId, validUntil }: ExpiringTracker,
  others: number,
  now: number,
): NoticeToLog {
  return {
    accountId,
    trackerId,
    notice: {
      noticeType: 'EXPIRING',
      time: now,
      latitude: null,
      longitude: null,
      battery: null,
      speed: null,
      expiry: { validUntil: validUntil.getTime(), others },
    },
  };
}
