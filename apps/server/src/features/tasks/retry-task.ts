import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Caller } from '../../identity/caller.ts';
import { lockRequester } from '../../identity/requester.ts';
import { definitionOf, type TaskDefinitions } from '../../tasks/kinds.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { selectRetried } from './tasks.queries.ts';

export interface RetryDependencies {
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  readonly definitions: TaskDefinitions;
}

/**
 * Adds a failed task of the caller again, with the same input, if they still have the right to start it. Returns the id of
 * the new task.
 *
 * @throws NamedError `task-unknown`, `task-not-failed`, `task-not-retryable`, `task-retried`, `not-allowed`, and those of
 * `TaskQueue.requireQuota`
 */
export async function retryTask(
  tx: Tx,
  { tasks, definitions }: RetryDependencies,
  { caller, call, taskId }: { readonly caller: Caller; readonly call: Call; readonly taskId: number },
): Promise<number> {
  const { accountId, userId } = caller;
  const failed = await tx
    .selectFrom('task')
    .where('task_id', '=', taskId)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .select(['kind', 'subject', 'state', 'total', 'attempt', selectRetried])
    .forUpdate('task')
    .executeTakeFirst();
  if (failed === undefined) throw new NamedError('task-unknown');
  if (failed.state !== 'failed') throw new NamedError('task-not-failed');
  const definition = definitionOf(definitions, failed.kind);
  if (definition?.retryAccess == null) throw new NamedError('task-not-retryable');
  if (failed.retried) throw new NamedError('task-retried');
  // The outcome of the failed attempt is not part of the input.
  const { outcome: _outcome, failedLine: _failedLine, ...subject } = failed.subject;
  await lockRequester(tx, caller, definition.retryAccess(subject), call.now);
  await tasks.requireQuota(tx, accountId, call.now);
  const newTaskId = await tasks.add(tx, {
    accountId,
    userId,
    definition,
    subject,
    total: failed.total,
    now: call.now,
    retryOf: { taskId, attempt: failed.attempt + 1 },
  });
  // Its user has seen that it failed.
  await tx.updateTable('task').set({ is_read: true }).where('task_id', '=', taskId).execute();
  await recordAudit(tx, caller, call, {
    action: 'retryTask',
    target: definition.name(subject).en_US,
    after: { taskProgressId: newTaskId },
  });
  return newTaskId;
}
