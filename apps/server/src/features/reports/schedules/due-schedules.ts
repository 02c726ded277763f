import type { PauseReason } from '@wakeline/contract/reports/schedules';
import { lastRun } from '@wakeline/domain/reports/report-schedule';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { findUser } from '../../../identity/find-caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { endRun, insertRun } from './run-rows.ts';
import { type ScheduleRow, switchSchedule } from './schedule-rows.ts';
import { daysOfRun, nextRunOf, timesOf, zoneOf } from './schedule-times.ts';
import { startRun } from './start-run.ts';

/**
 * Starts the run of one schedule that is due, and computes its next time, in one transaction: a due time has one run, whatever
 * servers do and whenever they stop. Times that passed while no server ran have one run together, that of the last one.
 *
 * @param now epoch milliseconds
 * @returns whether there was one
 */
export async function startDueSchedule(db: Db, tasks: Pick<TaskQueue, 'add'>, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('report_schedule')
      .selectAll()
      .where('next_at', '<=', new Date(now))
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      // Another server is starting it.
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const timeZone = await readTimeZone(tx, row.account_id);
    const dueAt =
      row.time_zone === timeZone
        ? lastRun(timesOf(row), zoneOf(timeZone), now)
        : (row.next_at?.getTime() ?? now);
    const owner = row.user_id === null ? null : await findUser(tx, row.user_id, now);
    if (owner === null) {
      const reason = row.user_id === null ? 'owner-deleted' : 'owner-disabled';
      await endWithoutOwner(tx, row, { dueAt, timeZone, reason }, now);
    } else {
      await startRun(tx, tasks, row, { dueAt, manual: false, timeZone }, now);
      const nextAt = nextRunOf(row, timeZone, now);
      await switchSchedule(tx, row.schedule_id, { enabled: true, pauseReason: null, timeZone, nextAt });
    }
    await notify(tx, row.account_id);
    return true;
  });
}

/** Pauses a schedule whose owner cannot have a report any more; the history says why. */
async function endWithoutOwner(
  tx: Tx,
  row: ScheduleRow,
  {
    dueAt,
    timeZone,
    reason,
  }: { readonly dueAt: number; readonly timeZone: string; readonly reason: PauseReason },
  now: number,
): Promise<void> {
  const { schedule_id: scheduleId, account_id: accountId } = row;
  const days = daysOfRun(row, timeZone, dueAt);
  const run = { scheduleId, accountId, dueAt, manual: false, timeZone, ...days };
  const runId = await insertRun(tx, run);
  if (runId !== null) await endRun(tx, runId, { state: 'failed', failure: 'not-allowed' }, now);
  await switchSchedule(tx, scheduleId, { enabled: true, pauseReason: reason, timeZone, nextAt: null });
}

/**
 * Computes the next times of accounts whose time zone has changed: a time of day is one of the account's zone. A schedule that
 * is due already runs first.
 */
export async function followTimeZones(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<ScheduleRow & { readonly zone: string }>`
      select report_schedule.*, account.time_zone as zone from report_schedule join account using (account_id)
      where next_at > ${new Date(now)} and report_schedule.time_zone <> account.time_zone
      limit 200 for update of report_schedule skip locked`.execute(tx);
    for (const row of rows) {
      const nextAt = nextRunOf(row, row.zone, now);
      const next = { enabled: row.enabled, pauseReason: row.pause_reason, timeZone: row.zone, nextAt };
      await switchSchedule(tx, row.schedule_id, next);
    }
    for (const accountId of new Set(rows.map((row) => row.account_id))) await notify(tx, accountId);
  });
}

async function readTimeZone(tx: Tx, accountId: number): Promise<string> {
  const row = await tx
    .selectFrom('account')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.time_zone;
}

function notify(tx: Tx, accountId: number): Promise<void> {
  return sendEvent(tx, { type: 'changed', what: 'reportSchedules', accountId, userId: null });
}
