import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { definitionOf, type TaskDefinitions, uploadOf } from './kinds.ts';
import { notifyUser, type TaskRow } from './task-rows.ts';

/** The required owner of the task; null for the operator, who can cancel any. */
export type TaskOwner = Pick<TaskRow, 'account_id' | 'user_id'> | null;

export interface CancelledTask {
  readonly task: TaskRow;
  readonly state: 'cancelling' | 'cancelled';
  /** The upload of the task, to be removed with `Files.dropUpload` after the commit. */
  readonly upload: string | null;
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
  owner: TaskOwner,
): Promise<CancelledTask> {
  const found = await tx
    .selectFrom('task')
    .select(['task_id', 'account_id', 'user_id', 'kind', 'subject', 'state'])
    .where('task_id', '=', taskId)
    .$if(owner !== null, (query) =>
      query
        .where('account_id', '=', owner?.account_id ?? 0)
        .where('user_id', 'is not distinct from', owner?.user_id ?? 0),
    )
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new NamedError('task-unknown');
  const { state: before, ...task } = found;
  if (before !== 'waiting' && before !== 'running' && before !== 'cancelling')
    throw new NamedError('task-ended');
  if (definitionOf(definitions, task.kind)?.cancellable === false) throw new NamedError('task-final');
  const state = before === 'waiting' ? 'cancelled' : 'cancelling';
  await tx
    .updateTable('task')
    .set({
      state,
      // Users need no notice of their own cancellation.
      is_read: owner !== null,
      failure: owner === null ? 'task-stopped' : sql<null>`failure`,
    })
    .where('task_id', '=', taskId)
    .execute();
  await notifyUser(tx, task);
  return { task, state, upload: state === 'cancelled' ? uploadOf(definitions, task) : null };
}
