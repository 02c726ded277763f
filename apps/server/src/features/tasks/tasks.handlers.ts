import { NamedError } from '@wakeline/contract/errors';
import { isFinished } from '@wakeline/contract/tasks';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { definitionOf } from '../../tasks/kinds.ts';
import { type RetryDependencies, retryTask } from './retry-task.ts';
import { canManageAccountTasks } from './tasks.policy.ts';
import { listTasks, markTasksRead } from './tasks.queries.ts';

type TaskOperation =
  | 'queryAllTaskProgress'
  | 'queryAccountTasks'
  | 'updateIsRead'
  | 'cancelTask'
  | 'cancelAccountTask'
  | 'retryTask'
  | 'changeAllTaskToRead';

export interface TaskDependencies extends RetryDependencies {
  readonly db: Db;
  readonly files: Pick<Files, 'addressOf' | 'dropUpload'>;
}

/** Batch tasks of the caller and of their account. */
export function taskHandlers({
  db,
  files,
  tasks,
  definitions,
}: TaskDependencies): Pick<Handlers, TaskOperation> {
  const { addressOf } = files;

  return {
    async queryAllTaskProgress(_payload, caller, { now }) {
      const all = await listTasks(db, caller, { of: 'reader', now, addressOf, definitions });
      const list = all.map(({ account: _, ...task }) => task);
      return { list, total: list.length, isSelect: list.some(({ state }) => !isFinished(state)) };
    },

    async queryAccountTasks(_payload, caller, { now }) {
      requireAccountTasks(caller);
      const list = await listTasks(db, caller, { of: 'account', now, addressOf, definitions });
      return { list, total: list.length, isSelect: list.some(({ state }) => !isFinished(state)) };
    },

    async updateIsRead({ taskProgressId }, caller) {
      const known = await db.transaction().execute((tx) => markTasksRead(tx, caller, taskProgressId));
      if (!known) throw new NamedError('task-unknown');
      return {};
    },

    async cancelTask({ taskProgressId }, { accountId, userId }) {
      const canceller = { by: 'user', accountId, userId } as const;
      const { state, upload } = await db
        .transaction()
        .execute((tx) => cancelTask(tx, definitions, taskProgressId, canceller));
      if (upload !== null) await files.dropUpload(upload);
      return { state };
    },

    async cancelAccountTask({ taskProgressId }, caller, call) {
      requireAccountTasks(caller);
      const { accountId, userId } = caller;
      const canceller = { by: 'administrator', accountId, userId } as const;
      const { state, upload } = await transactionAs(db, caller, call, async (tx) => {
        const cancelled = await cancelTask(tx, definitions, taskProgressId, canceller);
        const { kind, subject } = cancelled.task;
        await recordAudit(tx, caller, call, {
          action: 'cancelAccountTask',
          target: definitionOf(definitions, kind)?.name(subject).en_US ?? kind,
          after: { taskProgressId },
        });
        return cancelled;
      });
      if (upload !== null) await files.dropUpload(upload);
      return { state };
    },

    async retryTask({ taskProgressId: taskId }, caller, call) {
      const taskProgressId = await transactionAs(db, caller, call, (tx) =>
        retryTask(tx, { tasks, definitions }, { caller, call, taskId }),
      );
      return { taskProgressId };
    },

    async changeAllTaskToRead(_payload, caller) {
      await db.transaction().execute((tx) => markTasksRead(tx, caller, null));
      return {};
    },
  };
}

/** The contract's access does not know groups. @throws NamedError `not-allowed` */
function requireAccountTasks(caller: Caller): void {
  if (!canManageAccountTasks(caller)) throw new NamedError('not-allowed');
}
