import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { definitionOf, type TaskDefinitions, uploadOf } from './kinds.ts';
import { notifyUser, type TaskRow } from './task-rows.ts';

/**
 * Who cancels: the user of the task, an administrator of its account, or the operator, who can cancel any. The user of
 * the task sees that it was one of the others.
 */
export type Canceller =
  | { readonly by: 'user'; readonly accountId: number; readonly userId: number }
  | { readonly by: 'administrator'; readonly accountId: number; readonly userId: number }
  | { readonly by: 'operator' };

export interface CancelledTask {
  readonly task: TaskRow;
  readonly state: 'cancelling' | 'cancelled';
  /** The upload of the task, to be removed with `Files.dropUpload` after the commit. */
  readonly upload: string | null;
}

const FAILURES = {
  user: null,
  administrator: 'task-cancelled-by-administrator',
  operator: 'task-stopped',
} as const satisfies Readonly<Record<Canceller['by'], ErrorName | null>>;

function canCancel(
  { account_id, user_id }: Pick<TaskRow, 'account_id' | 'user_id'>,
  canceller: Canceller,
): boolean {
  if (canceller.by === 'operator') return true;
  return (
    account_id === canceller.accountId && (canceller.by === 'administrator' || user_id === canceller.userId)
  );
}

/**
 * Cancels a task. A waiting task is cancelled at once. For a running task, an event is sent to the server that runs it; if
 * that server has crashed, the server that takes over the task undoes it.
 *
 * @throws NamedError `task-unknown`, `task-ended`, `task-final` for one that cannot be undone
 */
export async function cancelTask(
  tx: Tx,
  definitions: TaskDefinitions,
  taskId: number,
  canceller: Canceller,
): Promise<CancelledTask> {
  const found = await tx
    .selectFrom('task')
    .select(['task_id', 'account_id', 'user_id', 'kind', 'subject', 'created_at', 'state'])
    .where('task_id', '=', taskId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined || !canCancel(found, canceller)) throw new NamedError('task-unknown');
  const { state: before, ...task } = found;
  if (before !== 'waiting' && before !== 'running' && before !== 'cancelling')
    throw new NamedError('task-ended');
  if (definitionOf(definitions, task.kind)?.cancellable === false) throw new NamedError('task-final');
  const own = canceller.by !== 'operator' && canceller.userId === task.user_id;
  const state = before === 'waiting' ? 'cancelled' : 'cancelling';
  await tx
    .updateTable('task')
    .set({
      state,
      // Users need no notice of their own cancellation.
      is_read: own,
      failure: own ? sql<null>`failure` : FAILURES[canceller.by],
    })
    .where('task_id', '=', taskId)
    .execute();
  await notifyUser(tx, task);
  return { task, state, upload: state === 'cancelled' ? uploadOf(definitions, task) : null };
}
