import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { type AccountTask, FINISHED_STATES, isFinished, TASK_KINDS } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { errorMessageOf } from '../../http/envelope.ts';
import type { Caller } from '../../identity/caller.ts';
import { formatLocalTime } from '../../local-time.ts';
import { definitionOf, type TaskDefinitions, type TaskKind } from '../../tasks/kinds.ts';
import { notifyUser, TASK_TTL_MS } from '../../tasks/task-rows.ts';

/** Maximum number of listed tasks, newest first: the list is for human readers. */
const MAX_LISTED = 200;

/** Whether a task of the query has been retried. */
export const selectRetried =
  sql<boolean>`exists (select from task retry where retry.retry_of = task.task_id)`.as('retried');

/** Owner of the tasks, with their language and time zone. */
export type TaskReader = Pick<Caller, 'userId' | 'accountId' | 'permission' | 'language' | 'timeZone'>;

function selectTasks(db: Db, accountId: number, now: number) {
  return db
    .selectFrom('task')
    .where('task.account_id', '=', accountId)
    .where('kind', 'in', [...TASK_KINDS])
    .where('task.created_at', '>', new Date(now - TASK_TTL_MS));
}

/** The reader's tasks, or all of their account, newest first. */
export async function listTasks(
  db: Db,
  reader: TaskReader,
  {
    of,
    now,
    addressOf,
    definitions,
  }: {
    readonly of: 'reader' | 'account';
    readonly now: number;
    readonly addressOf: (fileId: string) => string;
    readonly definitions: TaskDefinitions;
  },
): Promise<AccountTask[]> {
  const rows = await selectTasks(db, reader.accountId, now)
    .leftJoin('app_user', 'app_user.user_id', 'task.user_id')
    .$if(of === 'reader', (query) => query.where('task.user_id', '=', reader.userId))
    .selectAll('task')
    .select(['login', selectRetried])
    .orderBy('task_id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => {
    const createdTime = row.created_at.getTime();
    const definition = definitionOf(definitions, row.kind);
    const own = row.user_id === reader.userId;
    return {
      account: row.login,
      taskProgressId: row.task_id,
      kind: row.kind as TaskKind,
      name: definition?.name(row.subject)[reader.language] ?? row.kind,
      currentProgress: row.progress,
      totalNum: row.total,
      createdTime,
      createdTimeStr: formatLocalTime(createdTime, reader.timeZone),
      state: row.state,
      cancellable: !isFinished(row.state) && row.state !== 'cancelling' && definition?.cancellable !== false,
      attempt: row.attempt,
      retryable: own && row.state === 'failed' && definition?.retryAccess != null && !row.retried,
      isRead: row.is_read ? 2 : 1,
      reason: reasonOf(row, reader.language),
      // As the route of stored files.
      url: row.file_id === null || !(own || reader.permission === 'holder') ? null : addressOf(row.file_id),
    };
  });
}

/** Why the task failed, with the line of the input file if known; null if it did not fail or users cannot fix the cause. */
function reasonOf(
  { failure, subject }: { readonly failure: string | null; readonly subject: unknown },
  language: TaskReader['language'],
): string | null {
  if (failure === null) return null;
  const { failedLine } = subject as { readonly failedLine?: number };
  const details = failedLine === undefined ? {} : { line: failedLine };
  return errorMessageOf(new NamedError(failure as ErrorName, details), language);
}

/** Number of finished tasks that the reader has not read. */
export async function countUnreadTasks(
  db: Db,
  reader: Pick<TaskReader, 'userId' | 'accountId'>,
  now: number,
): Promise<number> {
  const { count } = await selectTasks(db, reader.accountId, now)
    .where('user_id', '=', reader.userId)
    .where('state', 'in', [...FINISHED_STATES])
    .where('is_read', '=', false)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Marks finished tasks read.
 *
 * @param taskId a single task, or null for all
 * @returns whether a finished task matched, read or not
 */
export async function markTasksRead(
  tx: Tx,
  { userId, accountId }: Pick<TaskReader, 'userId' | 'accountId'>,
  taskId: number | null,
): Promise<boolean> {
  const rows = await tx
    .updateTable('task')
    .set({ is_read: true })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('state', 'in', [...FINISHED_STATES])
    .$if(taskId !== null, (query) => query.where('task_id', '=', taskId))
    .returning('task_id')
    .execute();
  await notifyUser(tx, { account_id: accountId, user_id: userId });
  return rows.length > 0;
}
