import type { Tx } from '../../../db/database.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { runReportTask } from './run-report.task.ts';
import { insertRun, setRunTask } from './run-rows.ts';
import type { ScheduleRow } from './schedule-rows.ts';
import { daysOfRun } from './schedule-times.ts';

export interface StartedRun {
  /** Epoch milliseconds: the days of the report are relative to it. */
  readonly dueAt: number;
  readonly manual: boolean;
  /** Of the account. */
  readonly timeZone: string;
}

/**
 * Adds the task that creates and sends the report of a schedule, in the list of its owner.
 *
 * @returns the id of the task; null: the due time has a run already, or the owner was deleted
 */
export async function startRun(
  tx: Tx,
  tasks: Pick<TaskQueue, 'add'>,
  row: ScheduleRow,
  { dueAt, manual, timeZone }: StartedRun,
  now: number,
): Promise<number | null> {
  const { schedule_id: scheduleId, account_id: accountId, user_id: userId } = row;
  if (userId === null) return null;
  const days = daysOfRun(row, timeZone, dueAt);
  const runId = await insertRun(tx, { scheduleId, accountId, dueAt, manual, timeZone, ...days });
  if (runId === null) return null;
  const subject = { runId, scheduleName: row.name, report: row.content.report, ...days };
  const taskId = await tasks.add(tx, {
    ...{ accountId, userId, definition: runReportTask, subject, now },
    total: row.formats.length,
  });
  await setRunTask(tx, runId, taskId);
  return taskId;
}
