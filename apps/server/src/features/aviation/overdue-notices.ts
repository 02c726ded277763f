import { type OverdueRow, readOverdueFlights, recordOverdueNotice } from '../../aviation/overdue-flights.ts';
import { appendNotices, type NoticeToLog } from '../../db/account-log.ts';
import type { Db } from '../../db/database.ts';

/** Notices per transaction: from the first of them to its end the log of their accounts is locked, and the engine waits. */
const BATCH_SIZE = 100;
/** Milliseconds: what was due before is past, and nobody is alarmed about the past. */
const MAX_AGE_MS = 600_000;

/** Appends the due notices about overdue flights: once for each flight, reason and planned time. */
export async function sendOverdueNotices(db: Db, now: number): Promise<void> {
  const due = await readOverdueFlights(db, now, MAX_AGE_MS);
  for (let start = 0; start < due.length; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE);
    await db.transaction().execute(async (tx) => {
      const notices: NoticeToLog[] = [];
      for (const row of batch) if (await recordOverdueNotice(tx, row)) notices.push(noticeOf(row, now));
      await appendNotices(tx, notices, now);
    });
  }
}

function noticeOf(row: OverdueRow, now: number): NoticeToLog {
  const { flight_id: flightId, flight_number: flightNumber, reason } = row;
  const flight = { flightId, flightNumber, reason, plannedTime: row.planned_at.getTime() };
  const position = { latitude: null, longitude: null, battery: null, speed: null };
  const notice = { noticeType: 'OVERDUE', time: now, ...position, flight } as const;
  return { accountId: row.account_id, trackerId: row.tracker_id, notice };
}
