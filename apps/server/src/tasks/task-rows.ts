import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { ImportOutcome } from './kinds.ts';

/** Days that a task, and what it made, is kept. */
export const TASK_LIFE_MS = LIMITS.taskDays * 86_400_000;

export interface TaskRow {
  readonly task_id: number;
  readonly account_id: number;
  readonly user_id: number | null;
  readonly kind: string;
  readonly subject: unknown;
}

/** Open consoles of the task's user ask for his tasks again. */
export function tellUser(
  tx: Tx,
  { account_id, user_id }: Pick<TaskRow, 'account_id' | 'user_id'>,
): Promise<void> {
  return sendEvent(tx, { type: 'changed', what: 'tasks', accountId: account_id, userId: user_id });
}

/** The task, running from now on; null where it is done already, or was deleted with its account. */
export async function beginTask(db: Db, taskId: number): Promise<TaskRow | null> {
  return db.transaction().execute(async (tx) => {
    const task = await tx
      .updateTable('task')
      .set({ state: 'running' })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running'])
      .returning(['task_id', 'account_id', 'user_id', 'kind', 'subject'])
      .executeTakeFirst();
    if (task === undefined) return null;
    await tellUser(tx, task);
    return task;
  });
}

export async function saveProgress(db: Db, task: TaskRow, percent: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('task')
      .set({ progress: percent })
      .where('task_id', '=', task.task_id)
      .where('state', '=', 'running')
      .execute();
    await tellUser(tx, task);
  });
}

/** The task is done; whether it was still running, and no other server was first. `outcome`: kept with its subject. */
export async function endTask(
  tx: Tx,
  task: TaskRow,
  { fileId, outcome }: { readonly fileId: string | null; readonly outcome: ImportOutcome | null },
): Promise<boolean> {
  const told = JSON.stringify(outcome === null ? {} : { outcome });
  const row = await tx
    .updateTable('task')
    .set({ state: 'done', progress: 100, file_id: fileId, subject: sql`subject || ${told}::jsonb` })
    .where('task_id', '=', task.task_id)
    .where('state', '=', 'running')
    .returning('task_id')
    .executeTakeFirst();
  if (row !== undefined) await tellUser(tx, task);
  return row !== undefined;
}

/**
 * The task will not be tried again. `failure`: what its user is told of why; null: nothing that he could mend. `line`: of the file
 * that it read; kept with its subject.
 */
export async function failTask(
  db: Db,
  taskId: number,
  failure: ErrorName | null,
  line: number | null = null,
): Promise<void> {
  const told = JSON.stringify(line === null ? {} : { failedLine: line });
  await db.transaction().execute(async (tx) => {
    const task = await tx
      .updateTable('task')
      .set({ state: 'failed', failure, subject: sql`subject || ${told}::jsonb` })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running'])
      .returning(['account_id', 'user_id'])
      .executeTakeFirst();
    if (task !== undefined) await tellUser(tx, task);
  });
}

/** Removes tasks that are older than they are kept; one that still works stays until it has ended. */
export async function dropOldTasks(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db.transaction().execute((tx) =>
    tx
      .deleteFrom('task')
      .where('created_at', '<=', new Date(now - TASK_LIFE_MS))
      .where('state', 'in', ['done', 'failed'])
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
