import { NamedError } from '@wakeline/contract/errors';
import { isFinished } from '@wakeline/contract/tasks';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import type { TaskDefinitions } from '../../tasks/kinds.ts';
import { listTasks, markTasksRead } from './tasks.queries.ts';

type TaskOperation = 'queryAllTaskProgress' | 'updateIsRead' | 'cancelTask' | 'changeAllTaskToRead';

export interface TaskDependencies {
  readonly db: Db;
  readonly files: Pick<Files, 'addressOf' | 'dropUpload'>;
  readonly definitions: TaskDefinitions;
}

/** Batch tasks of the caller. */
export function taskHandlers({ db, files, definitions }: TaskDependencies): Pick<Handlers, TaskOperation> {
  return {
    async queryAllTaskProgress(_payload, caller, { now }) {
      const list = await listTasks(db, caller, { now, addressOf: files.addressOf, definitions });
      const isSelect = list.some(({ state }) => !isFinished(state));
      return { list, total: list.length, isSelect };
    },

    async updateIsRead({ taskProgressId }, caller) {
      const known = await db.transaction().execute((tx) => markTasksRead(tx, caller, taskProgressId));
      if (!known) throw new NamedError('task-unknown');
      return {};
    },

    async cancelTask({ taskProgressId }, { accountId, userId }) {
      const owner = { account_id: accountId, user_id: userId };
      const { state, upload } = await db
        .transaction()
        .execute((tx) => cancelTask(tx, definitions, taskProgressId, owner));
      if (upload !== null) await files.dropUpload(upload);
      return { state };
    },

    async changeAllTaskToRead(_payload, caller) {
      await db.transaction().execute((tx) => markTasksRead(tx, caller, null));
      return {};
    },
  };
}
