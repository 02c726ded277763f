import { appendNotices, type NoticeToLog } from '../../../db/account-log.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { type ExpiringDevices, readExpiring, recordExpiryNotice } from '../../../trackers/expiring.ts';

/** Notices per transaction: from the first of them to its end the log of their accounts is locked, and the engine waits. */
const BATCH_SIZE = 100;

/** Appends the due notices about devices that expire soon, once for each device, date and number of days. */
export async function sendExpiryNotices(db: Db, now: number): Promise<void> {
  const expiring = await readExpiring(db, now);
  for (let start = 0; start < expiring.length; start += BATCH_SIZE) {
    const batch = expiring.slice(start, start + BATCH_SIZE);
    await db.transaction().execute(async (tx) => {
      const notices: NoticeToLog[] = [];
      for (const devices of batch) notices.push(...(await recordNotice(tx, devices, now)));
      await appendNotices(tx, notices, now);
    });
  }
}

/** Returns the notice about these devices; nothing if it is no longer due. */
async function recordNotice(tx: Tx, devices: ExpiringDevices, now: number): Promise<readonly NoticeToLog[]> {
  const summary = await recordExpiryNotice(tx, devices);
  if (summary === null) return [];
  const { trackerId, others, validUntil } = summary;
  const expiry = { validUntil: validUntil.getTime(), others };
  const notice = {
    noticeType: 'EXPIRING',
    time: now,
    latitude: null,
    longitude: null,
    battery: null,
    speed: null,
    expiry,
  } as const;
  return [{ accountId: devices.accountId, trackerId, notice }];
}
