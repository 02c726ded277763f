import { TASK_CONDITIONS } from '@wakeline/domain/rules/watch-task';
import { type OverdueRow, readOverdueFlights, recordOverdueNotice } from '../../aviation/overdue-flights.ts';
import { appendNotices, type NoticeToLog } from '../../db/account-log.ts';
import type { Db } from '../../db/database.ts';

/** Notices per transaction: from the first of them to its end the log of their accounts is locked, and the engine waits. */
const BATCH_SIZE = 100;
/** Milliseconds: what was due before is past, and nobody is alarmed about the past. */
const MAX_AGE_MS = 600_000;

/**
 * Appends the due notices about overdue flights: once for each flight, reason and planned time. Each open task of the flight has
 * its own, because people are notified by task.
 */
export async function sendOverdueNotices(db: Db, now: number): Promise<void> {
  const due = await readOverdueFlights(db, now, MAX_AGE_MS);
  for (let start = 0; start < due.length; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE);
    await db.transaction().execute(async (tx) => {
      const notices: NoticeToLog[] = [];
      for (const row of batch) if (await recordOverdueNotice(tx, row)) notices.push(...noticesOf(row, now));
      await appendNotices(tx, notices, now);
    });
  }
}

function noticesOf(row: OverdueRow, now: number): readonly NoticeToLog[] {
  const { flight_id: flightId, flight_number: flightNumber, reason } = row;
  const flight = { flightId, flightNumber, reason, plannedTime: row.planned_at.getTime() };
  const position = { latitude: null, longitude: null, battery: null, speed: null };
  const notice = { noticeType: 'OVERDUE', time: now, ...position, flight } as const;
  const subject = { accountId: row.account_id, trackerId: row.tracker_id };
  if (row.tasks.length === 0) return [{ ...subject, notice }];
  const condition = {
    condition: TASK_CONDITIONS.overdue,
    type: 'overdue',
    limit: null,
    value: null,
    fix: null,
  } as const;
  return row.tasks.map((task) => ({ ...subject, notice: { ...notice, task: { ...task, ...condition } } }));
}
