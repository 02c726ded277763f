import type { Language } from '@wakeline/contract/entities/user-config';
import type { ErrorName } from '@wakeline/contract/errors';
import type { ReportFormat } from '@wakeline/contract/reports/report-files';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';

/** Runs of a schedule that are listed. */
const LISTED_RUNS = 50;
/** Runs are kept for 90 days. */
const RUN_TTL_MS = 90 * 86_400_000;
const HOUR_MS = 3_600_000;

export interface NewRun {
  readonly scheduleId: number;
  readonly accountId: number;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly manual: boolean;
  readonly timeZone: string;
  readonly startDay: string;
  readonly endDay: string;
}

/** Stores a run; null: its due time has one. */
export async function insertRun(tx: Tx, run: NewRun): Promise<number | null> {
  const row = await tx
    .insertInto('report_run')
    .values({
      ...{ schedule_id: run.scheduleId, account_id: run.accountId, due_at: new Date(run.dueAt) },
      ...{ manual: run.manual, time_zone: run.timeZone, start_day: run.startDay, end_day: run.endDay },
      ...{ state: null, failure: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('run_id')
    .executeTakeFirst();
  return row?.run_id ?? null;
}

export async function setRunTask(tx: Tx, runId: number, taskId: number): Promise<void> {
  await tx.updateTable('report_run').set({ task_id: taskId }).where('run_id', '=', runId).execute();
}

function selectRuns(db: Db) {
  return db
    .selectFrom('report_run as run')
    .leftJoin('task', 'task.task_id', 'run.task_id')
    .selectAll('run')
    .select(['task.state as task_state', 'task.progress', 'task.failure as task_failure']);
}

/** A run with the state of its task. */
export type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number];

/** The last runs of a schedule, newest first. */
export function readRuns(db: Db, scheduleId: number): Promise<readonly RunRow[]> {
  return selectRuns(db)
    .where('run.schedule_id', '=', scheduleId)
    .orderBy('run.run_id', 'desc')
    .limit(LISTED_RUNS)
    .execute();
}

/** The last run of each of these schedules. */
export function readLastRuns(db: Db, scheduleIds: readonly number[]): Promise<readonly RunRow[]> {
  return selectRuns(db)
    .distinctOn('run.schedule_id')
    .where(sql<SqlBool>`run.schedule_id = any (${[...scheduleIds]}::int[])`)
    .orderBy('run.schedule_id')
    .orderBy('run.run_id', 'desc')
    .execute();
}

export async function readRun(db: Db, runId: number): Promise<RunRow | null> {
  return (await selectRuns(db).where('run.run_id', '=', runId).executeTakeFirst()) ?? null;
}

/** Whether a schedule has a run whose task has not ended. */
export async function hasOpenRun(tx: Tx, scheduleId: number): Promise<boolean> {
  const row = await selectRuns(tx)
    .where('run.schedule_id', '=', scheduleId)
    .where('run.state', 'is', null)
    .where('task.state', 'in', ['waiting', 'running', 'cancelling'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Runs that users of an account have requested within the last hour. */
export async function countManualRuns(tx: Tx, accountId: number, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('report_run')
    .where('account_id', '=', accountId)
    .where('manual', '=', true)
    .where('due_at', '>', new Date(now - HOUR_MS))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface RunEnd {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly failure?: ErrorName | null;
  readonly rows?: number;
}

/** Ends a run, unless it has ended. @returns whether it had not */
export async function endRun(
  tx: Tx,
  runId: number,
  { state, failure = null, rows }: RunEnd,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_run')
    .set({ state, failure, finished_at: new Date(now), ...(rows !== undefined && { rows }) })
    .where('run_id', '=', runId)
    .where('state', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface RunFile {
  readonly fileId: string;
  readonly language: Language;
  readonly format: ReportFormat;
}

export async function insertRunFiles(tx: Tx, runId: number, files: readonly RunFile[]): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('report_file')
    .values(
      files.map(({ fileId, language, format }) => ({ file_id: fileId, run_id: runId, language, format })),
    )
    .execute();
}

/** The ids of the files of a run in a language, in the order in which they were written. */
export async function readRunFileIds(db: Db, runId: number, language: Language): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('report_file')
    .innerJoin('stored_file', 'stored_file.file_id', 'report_file.file_id')
    .where('report_file.run_id', '=', runId)
    .where('report_file.language', '=', language)
    .orderBy('stored_file.name')
    .select('report_file.file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** The account of the run that wrote a file; null: none did, or the run was deleted. */
export async function findFileAccount(db: Db, fileId: string): Promise<number | null> {
  const row = await db
    .selectFrom('report_file')
    .innerJoin('report_run', 'report_run.run_id', 'report_file.run_id')
    .where('report_file.file_id', '=', fileId)
    .select('report_run.account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function dropOldReportRuns(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('report_run')
    .where('due_at', '<', new Date(now - RUN_TTL_MS))
    .execute();
}
