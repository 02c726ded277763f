import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { countAlarms } from '../../alarms/read-alarms.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { TaskDefinition } from '../../tasks/kinds.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { deleteNoticesTask } from './delete-notices.task.ts';
import { clearNotices } from './delete-notices.ts';
import { exportAlarmsTask, exportNoticesTask } from './export-notices.task.ts';
import { canDeleteNotices, canHandleAlarms, canReadTrackerNotices } from './notices.policy.ts';
import { countNotices, markSeveralRead, readLogHead, readNoticePage } from './notices.queries.ts';
import { checkSelection, lockNotices } from './select-for-change.ts';
import { requireTrackers } from './select-notices.ts';

type ListOperation =
  | 'queryMsgByPage'
  | 'batchDeleteMsg'
  | 'batchReadMsg'
  | 'exportMessageListExcel'
  | 'exportMsgData';

interface ListDependencies {
  readonly db: Db;
  readonly addresses: Addresses;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Ids that one audit entry lists. */
const AUDITED_IDS = 500;

/** The list of all notices: filtered pages, changes of many, exports. */
export function noticeListHandlers({
  db,
  addresses,
  tasks,
}: ListDependencies): Pick<Handlers, ListOperation> {
  function addTask<Subject>(
    definition: TaskDefinition<Subject>,
    subject: Subject,
    total: number,
    caller: Caller,
    call: Call,
  ): Promise<number> {
    const { accountId, userId } = caller;
    return transactionAs(db, caller, call, async (tx) => {
      await tasks.requireQuota(tx, accountId, call.now);
      return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
    });
  }

  return {
    async queryMsgByPage({ uid: _, pageIndex, pageSize, ...filter }, caller, { now }) {
      const upTo = await readLogHead(db, caller.accountId);
      const search = { ...filter, upTo };
      const page = await readNoticePage(db, caller, { search, pageIndex, pageSize, now, addresses });
      const abilities = { remove: canDeleteNotices(caller), handle: canHandleAlarms(caller) };
      return { ...page, upTo, abilities };
    },

    async batchDeleteMsg({ uid: _, ...selection }, caller, call) {
      const { accountId, userId, login } = caller;
      const { now, address } = call;
      return transactionAs(db, caller, call, async (tx) => {
        const { search, total } = await checkSelection(tx, caller, selection, now);
        await recordAudit(tx, caller, call, {
          action: 'batchDeleteMsg',
          target: '',
          before: {
            count: total,
            ...(selection.noticeFilter && { noticeFilter: selection.noticeFilter }),
            ...(search.messageIds && { messageIds: search.messageIds.slice(0, AUDITED_IDS) }),
          },
        });
        if (total > LIMITS.noticesAtOnce) {
          await tasks.requireQuota(tx, accountId, now);
          const subject = { login, address, search, count: total };
          const added = { accountId, userId, definition: deleteNoticesTask, subject, total, now };
          return { count: total, taskProgressId: await tasks.add(tx, added) };
        }
        const seqs = await lockNotices(tx, caller, search, { limit: LIMITS.noticesAtOnce, now });
        // Another user has deleted some of them since they were counted.
        if (seqs.length !== total) throw new NamedError('notices-changed', { count: seqs.length });
        await clearNotices(tx, accountId, seqs);
        return { count: total, taskProgressId: null };
      });
    },

    async batchReadMsg({ uid: _, ...selection }, caller, { now }) {
      const count = await db.transaction().execute(async (tx) => {
        const { search, total } = await checkSelection(tx, caller, selection, now);
        if (total > LIMITS.noticesAtOnce) {
          throw new NamedError('notices-limit', { limit: LIMITS.noticesAtOnce });
        }
        await markSeveralRead(tx, caller, search, now);
        return total;
      });
      return { count };
    },

    async exportMessageListExcel({ uid: _, ...filter }, caller, call) {
      const total = await countNotices(db, caller, filter, call.now);
      if (total === 0) throw new NamedError('export-empty');
      const { userId, language, timeZone } = caller;
      const subject = { userId, filter, language, timeZone };
      return { taskProgressId: await addTask(exportNoticesTask, subject, total, caller, call) };
    },

    async exportMsgData({ uid: _, ...period }, caller, call) {
      if (period.startTime >= period.endTime) throw new NamedError('time-order');
      if (period.trackerIds !== undefined) await requireTrackers(db, caller, period.trackerIds);
      const total = canReadTrackerNotices(caller) ? await countAlarms(db, caller, period) : 0;
      if (total === 0) throw new NamedError('export-empty');
      const { userId, language, timeZone } = caller;
      const subject = { userId, period, language, timeZone };
      return { taskProgressId: await addTask(exportAlarmsTask, subject, total, caller, call) };
    },
  };
}
