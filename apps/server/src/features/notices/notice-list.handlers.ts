import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { sql } from 'kysely';
import { countAlarmSteps } from '../../alarms/read-alarms.ts';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Addresses } from '../../places/addresses.ts';
import { startReportExport } from '../../report-files/start-report-export.ts';
import { daysOfTimes } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { readGroupWithDescendants } from '../../trackers/group-descendants.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import { deleteNoticesTask } from './delete-notices.task.ts';
import { clearNotices } from './delete-notices.ts';
import { canDeleteNotices, canHandleAlarms, canReadTrackerNotices } from './notices.policy.ts';
import { countNotices, markSeveralRead, readLogHead, readNoticePage } from './notices.queries.ts';
import { checkSelection, lockNotices } from './select-for-change.ts';
import { NOTICE_TTL_MS, requireTrackers } from './select-notices.ts';

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

    async exportMessageListExcel({ uid: _, format, ...list }, caller, call) {
      const total = await countNotices(db, caller, list, call.now);
      const { trackerIds, groupId, keywords = '', ...conditions } = list;
      const { startTime = call.now - NOTICE_TTL_MS, endTime = call.now } = conditions;
      const filter = {
        ...conditions,
        ...daysOfTimes(startTime, endTime, caller.timeZone),
        ...(await devicesOfList(db, caller, { trackerIds, groupId })),
        keywords,
      };
      const request = { report: 'notices', filter, order: {}, format, total } as const;
      return startReportExport({ db, tasks }, caller, call, request);
    },

    async exportMsgData({ uid: _, format, trackerIds = [], ...times }, caller, call) {
      if (times.startTime >= times.endTime) throw new NamedError('time-order');
      if (trackerIds.length > 0) await requireTrackers(db, caller, trackerIds);
      const devices = { groupIds: [], trackerIds, keywords: '' };
      const period = {
        ...times,
        devices: trackerIds.length === 0 ? null : devicesOfReport(db, caller, devices),
      };
      const { steps, first } = await countAlarmSteps(db, caller, period);
      const total = canReadTrackerNotices(caller) ? steps : 0;
      const days = daysOfTimes(Math.max(times.startTime, first ?? 0), times.endTime, caller.timeZone);
      const filter = { ...devices, ...times, ...days };
      const request = { report: 'alarmHandling', filter, order: {}, format, total } as const;
      return startReportExport({ db, tasks }, caller, call, request);
    },
  };
}

/** The devices to which a list is limited, as those of a report: chosen devices, or a group. */
async function devicesOfList(
  db: Db,
  caller: Caller,
  { trackerIds = [], groupId }: Pick<NoticeFilter, 'trackerIds' | 'groupId'>,
) {
  if (groupId === undefined) return { groupIds: [], trackerIds: [...trackerIds] };
  if (trackerIds.length === 0) return { groupIds: [groupId], trackerIds: [] };
  const groups = await readGroupWithDescendants(db, caller, groupId);
  const inGroup = await trackersInScope(db, caller)
    .where(trackerIdIn(trackerIds))
    .where(sql<boolean>`tracker.group_id = any (${[...groups]}::int[])`)
    .select('tracker_id')
    .execute();
  return { groupIds: [], trackerIds: inGroup.map(({ tracker_id: trackerId }) => trackerId) };
}
