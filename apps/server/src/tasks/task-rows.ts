import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { FINISHED_STATES } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';

/** Days that a task, and what it made, is kept. */
export const TASK_TTL_MS = LIMITS.taskDays * 86_400_000;

/** Attempts of a task that may end with their server; no further one is begun. */
const MAX_INTERRUPTED_ATTEMPTS = 2;

export interface TaskRow {
  readonly task_id: number;
  readonly account_id: number;
  readonly user_id: number | null;
  readonly kind: string;
  readonly subject: unknown;
}

const COLUMNS = ['task_id', 'account_id', 'user_id', 'kind', 'subject'] as const;

/** Open consoles of the task's user request their tasks again. */
export function notifyUser(
  tx: Tx,
  { account_id, user_id }: Pick<TaskRow, 'account_id' | 'user_id'>,
): Promise<void> {
  return sendEvent(tx, { type: 'changed', what: 'tasks', accountId: account_id, userId: user_id });
}

export interface StartedTask {
  readonly task: TaskRow;
  /** What is to be done: its work, taking back what it did, or giving it up because it ended its server too often. */
  readonly action: 'run' | 'undo' | 'give-up';
}

/**
 * The task, running from now on; null where it has ended, or was deleted with its account. The attempt is counted before it does
 * anything: one that ends the server is still counted when the next one begins.
 *
 * @param unrecordedEnds attempts of this server that are over, and could not be counted as such while the database was away
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

/** An attempt is over, and the task is not: it will be tried again. */
export async function endAttempt(db: Db, taskId: number): Promise<void> {
  await db
    .updateTable('task')
    .set({ open_attempts: sql`greatest(0, open_attempts - 1)` })
    .where('task_id', '=', taskId)
    .execute();
}

/** A task that has not ended. */
export async function findOpenTask(db: Db, taskId: number): Promise<TaskRow | null> {
  const row = await db
    .selectFrom('task')
    .select(COLUMNS)
    .where('task_id', '=', taskId)
    .where('state', 'in', ['waiting', 'running', 'cancelling'])
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these tasks somebody has cancelled while they run. */
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

/** The task is done; whether it was still running, and no other server was first. `outcome`: kept with its subject. */
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
 * The task will not be tried again: it failed, or was cancelled where somebody asked for that. `failure`: what its user is told of
 * why; null: nothing that they could mend. `line`: of the file that it read; kept with its subject.
 */
export async function failTask(
  db: Db,
  taskId: number,
  failure: ErrorName | null,
  line: number | null = null,
): Promise<void> {
  const details = JSON.stringify(line === null ? {} : { failedLine: line });
  await db.transaction().execute(async (tx) => {
    const task = await tx
      .updateTable('task')
      .set({
        state: sql`case when state = 'cancelling' then 'cancelled' else 'failed' end`,
        // Who cancelled it has been noted already.
        failure: sql`case when state = 'cancelling' then failure else ${failure} end`,
        subject: sql`subject || ${details}::jsonb`,
      })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['waiting', 'running', 'cancelling'])
      .returning(['account_id', 'user_id'])
      .executeTakeFirst();
    if (task !== undefined) await notifyUser(tx, task);
  });
}

/** Removes tasks that are older than they are kept; one that still works stays until it has ended. */
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
