import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { FINISHED_STATES, type TaskState } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { TaskKind } from './kinds.ts';

/** How long a task and its result are stored. */
export const TASK_TTL_MS = LIMITS.taskDays * 86_400_000;

/** Attempts of a task that can end with a crash of their server before it is given up. */
const MAX_INTERRUPTED_ATTEMPTS = 2;

export interface TaskRow {
  readonly task_id: number;
  readonly account_id: number;
  readonly user_id: number | null;
  readonly kind: string;
  readonly subject: unknown;
  readonly created_at: Date;
}

const COLUMNS = ['task_id', 'account_id', 'user_id', 'kind', 'subject', 'created_at'] as const;

/** Notifies the open consoles of the task's user to refetch their tasks. */
export function notifyUser(
  tx: Tx,
  { account_id, user_id }: Pick<TaskRow, 'account_id' | 'user_id'>,
): Promise<void> {
  return sendEvent(tx, { type: 'changed', what: 'tasks', accountId: account_id, userId: user_id });
}

export interface StartedTask {
  readonly task: TaskRow;
  /** Run it, undo it, or give it up because it crashed its server too often. */
  readonly action: 'run' | 'undo' | 'give-up';
}

/**
 * Marks a task as running; null if it has ended or was deleted with its account. The attempt is counted before it does
 * anything, so that an attempt that crashes the server is counted.
 *
 * @param unrecordedEnds ended attempts of this server that could not be recorded while the database was unavailable
 */
export async function startTask(db: Db, taskId: number, unrecordedEnds = 0): Promise<StartedTask | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('task')
      .set({
        state: sql`case when state = 'cancelling' then state else 'running' end`,
        open_attempts: sql`greatest(0, open_attempts - ${unrecordedEnds}) + 1`,
      })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running', 'cancelling'])
      .returning([...COLUMNS, 'state', 'open_attempts'])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { state, open_attempts, ...task } = row;
    await notifyUser(tx, task);
    if (state === 'cancelling') return { task, action: 'undo' };
    return { task, action: open_attempts - 1 >= MAX_INTERRUPTED_ATTEMPTS ? 'give-up' : 'run' };
  });
}

/** Records the end of an attempt at a task that will be retried. */
export async function endAttempt(db: Db, taskId: number): Promise<void> {
  await db
    .updateTable('task')
    .set({ open_attempts: sql`greatest(0, open_attempts - 1)` })
    .where('task_id', '=', taskId)
    .execute();
}

/** Finds a task that has not ended. */
export async function findOpenTask(db: Db, taskId: number): Promise<TaskRow | null> {
  const row = await db
    .selectFrom('task')
    .select(COLUMNS)
    .where('task_id', '=', taskId)
    .where('state', 'in', ['waiting', 'running', 'cancelling'])
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the tasks of these that were cancelled while running. */
export async function findCancelled(db: Db, taskIds: readonly number[]): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('task')
    .select('task_id')
    .where(sql<boolean>`task_id = any (${taskIds}::int[])`)
    .where('state', '=', 'cancelling')
    .execute();
  return rows.map(({ task_id }) => task_id);
}

export async function saveProgress(db: Db, task: TaskRow, percent: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('task')
      .set({ progress: percent })
      .where('task_id', '=', task.task_id)
      .where('state', '=', 'running')
      .execute();
    await notifyUser(tx, task);
  });
}

/** Marks a task as done. Returns whether it was still running. `outcome` is stored with its subject. */
export async function endTask(
  tx: Tx,
  task: TaskRow,
  { fileId, outcome }: { readonly fileId: string | null; readonly outcome: object | null },
): Promise<boolean> {
  const details = JSON.stringify(outcome === null ? {} : { outcome });
  const row = await tx
    .updateTable('task')
    .set({ state: 'done', progress: 100, file_id: fileId, subject: sql`subject || ${details}::jsonb` })
    .where('task_id', '=', task.task_id)
    .where('state', '=', 'running')
    .returning('task_id')
    .executeTakeFirst();
  if (row !== undefined) await notifyUser(tx, task);
  return row !== undefined;
}

/**
 * Marks a task as failed, or as cancelled if that was requested. `failure` is the reason shown to its user; null: nothing that
 * they could fix. `line` is the line of its input file; stored with its subject. Returns its state; null: it had already
 * ended.
 */
export async function failTask(
  db: Db,
  taskId: number,
  failure: ErrorName | null,
  line: number | null = null,
): Promise<TaskState | null> {
  const details = JSON.stringify(line === null ? {} : { failedLine: line });
  return db.transaction().execute(async (tx) => {
    const task = await tx
      .updateTable('task')
      .set({
        state: sql`case when state = 'cancelling' then 'cancelled' else 'failed' end`,
        // A cancellation has already stored its reason.
        failure: sql`case when state = 'cancelling' then failure else ${failure} end`,
        subject: sql`subject || ${details}::jsonb`,
      })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running', 'cancelling'])
      .returning(['account_id', 'user_id', 'state'])
      .executeTakeFirst();
    if (task === undefined) return null;
    await notifyUser(tx, task);
    return task.state;
  });
}

export interface ReceivedFile {
  readonly accountId: number;
  readonly userId: number;
  readonly kind: TaskKind;
  readonly subject: object;
  readonly fileId: string;
  readonly total: number;
}

/** Adds a file that another task has created to the task list of a user. */
export async function addReceivedFile(
  tx: Tx,
  { accountId, userId, kind, subject, fileId, total }: ReceivedFile,
  now: number,
): Promise<void> {
  await tx
    .insertInto('task')
    .values({
      ...{ account_id: accountId, user_id: userId, kind, subject: JSON.stringify(subject) },
      ...{ state: 'done', progress: 100, total, file_id: fileId, created_at: new Date(now) },
    })
    .execute();
  await notifyUser(tx, { account_id: accountId, user_id: userId });
}

/** Deletes expired tasks that have ended. */
export async function dropOldTasks(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db.transaction().execute((tx) =>
    tx
      .deleteFrom('task')
      .where('created_at', '<=', new Date(now - TASK_TTL_MS))
      .where('state', 'in', [...FINISHED_STATES])
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
