import { randomUUID } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { readAccountIds } from '../../satellite/account-names.ts';
import { requireCommunicationAccount } from '../../satellite/accounts.ts';
import { countMessages } from '../../satellite/count-messages.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { exportEobBdMsgsTask } from './export-messages.task.ts';
import { requireUrgent } from './satellite.policy.ts';
import { sendEobBdMsgsTask } from './send-batch.task.ts';

interface BatchDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Batch tasks about satellite messages. */
export function satelliteBatchHandlers({
  db,
  tasks,
}: BatchDependencies): Pick<Handlers, 'exportEobBdMsgExcelFile' | 'batchSendEobBdMsg'> {
  return {
    async exportEobBdMsgExcelFile({ uid: _, format, ...filter }, caller, call) {
      const { bdUserId, startTime, endTime } = filter;
      if (startTime !== undefined && endTime !== undefined && startTime > endTime)
        throw new NamedError('time-order');
      const visibility = visibilityOf(caller, filter.role);
      if (bdUserId !== undefined) await requireCommunicationAccount(db, visibility, bdUserId);
      const total = await countMessages(db, visibility, filter);
      if (total === 0) throw new NamedError('export-empty');
      if (total > LIMITS.satelliteExport) throw new NamedError('export-too-large');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportEobBdMsgsTask,
          subject,
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },

    async batchSendEobBdMsg({ bdUserIds, filter, content: written, urgent, requestKey }, caller, call) {
      if ((bdUserIds === undefined) === (filter === undefined))
        throw new NamedError('satellite-receiver-missing');
      if (urgent) requireUrgent(caller);
      const content = written.trim();
      const { accountId, userId, language, timeZone } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const selection = bdUserIds ?? filter ?? [];
        const visibility = visibilityOf(caller, filter?.role);
        const ids = await readAccountIds(tx, visibility, selection, LIMITS.satelliteBatch + 1);
        if (ids.length === 0) throw new NamedError('satellite-receiver-missing');
        if (ids.length > LIMITS.satelliteBatch)
          throw new NamedError('satellite-batch-limit', { max: LIMITS.satelliteBatch });
        await tasks.requireQuota(tx, accountId, call.now);
        await recordAudit(tx, caller, call, {
          action: 'batchSendEobBdMsg',
          target: content.slice(0, 64),
          after: { count: ids.length },
        });
        const subject = {
          userId,
          bdUserIds: ids,
          content,
          urgent,
          requestKey: `batch:${requestKey ?? randomUUID()}`,
          language,
          timeZone,
        };
        const taskProgressId = await tasks.add(tx, {
          accountId,
          userId,
          definition: sendEobBdMsgsTask,
          subject,
          total: ids.length,
          now: call.now,
        });
        return { taskProgressId, terminals: ids.length };
      });
    },
  };
}
