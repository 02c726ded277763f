import { NamedError } from '@wakeline/contract/errors';
import { hasEnded } from '@wakeline/contract/tasks';
import { auditEntries } from '../../audit/read.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { type AddTask, requireRoomForTask } from '../../tasks/tasks.ts';
import { listTasks, markTasksRead } from './tasks.queries.ts';

type TaskOperation =
  | 'queryAllTaskProgress'
  | 'updateIsRead'
  | 'cancelTask'
  | 'changeAllTaskToRead'
  | 'exportAuditLog';

export interface TaskParts {
  readonly db: Db;
  readonly files: Pick<Files, 'addressOf' | 'dropUpload'>;
  readonly addTask: AddTask;
}

/** Everybody's own batch tasks, and the export of the audit log, which the contract gives to the holder alone. */
export function taskHandlers({ db, files, addTask }: TaskParts): Pick<Handlers, TaskOperation> {
  return {
    async queryAllTaskProgress(_payload, caller, { now }) {
      const list = await listTasks(db, caller, { now, addressOf: files.addressOf });
      const isSelect = list.some(({ state }) => !hasEnded(state));
      return { list, total: list.length, isSelect };
    },

    async updateIsRead({ taskProgressId }, caller) {
      const known = await db.transaction().execute((tx) => markTasksRead(tx, caller, taskProgressId));
      if (!known) throw new NamedError('task-unknown');
      return {};
    },

    async cancelTask({ taskProgressId }, { accountId, userId }) {
      const owner = { account_id: accountId, user_id: userId };
      const { state, upload } = await db.transaction().execute((tx) => cancelTask(tx, taskProgressId, owner));
      if (upload !== null) await files.dropUpload(upload);
      return { state };
    },

    async changeAllTaskToRead(_payload, caller) {
      await db.transaction().execute((tx) => markTasksRead(tx, caller, null));
      return {};
    },

    async exportAuditLog({ uid: _, ...filter }, caller, call) {
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await requireRoomForTask(tx, accountId, call.now);
        await recordAudit(tx, caller, call, {
          action: 'exportAuditLog',
          target: caller.accountName,
          after: filter,
        });
        const { total } = await auditEntries(tx, accountId, filter)
          .select((query) => query.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        return addTask(tx, {
          accountId,
          userId,
          kind: 'exportAuditLog',
          subject: { filter, language, timeZone },
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}
