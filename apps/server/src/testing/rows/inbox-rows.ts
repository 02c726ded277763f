import type { TaskState } from '@wakeline/contract/tasks';
import type { World } from '../world.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of notices, tasks, the audit log and the update log. */
export function inboxRows(world: World) {
  const {
    database: { db },
    clock,
    appendNotice,
  } = world;
  /** Without a job in the queue: no server runs it. */
  async function task({ accountId, userId }: Owner, state: TaskState): Promise<number> {
    const { task_id } = await db
      .insertInto('task')
      .values({
        account_id: accountId,
        user_id: userId,
        kind: 'exportAuditLog',
        subject: '{}',
        state,
        created_at: new Date(clock.now()),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    return task_id;
  }
  /** A row about a new notice. Not about a tracker: those are visible to everyone who can watch the tracker. */
  const withNotice = <Payload>(toPayload: (messageId: number) => Payload) =>
    ({
      payload: async ({ accountId }: Owner) =>
        toPayload(await appendNotice(accountId, null, { noticeType: 'SOS' })),
      otherAccountError: 'message-unknown',
    }) as const;
  const ofNotice = withNotice((messageId) => ({ messageId }));
  const ofSeveral = { ...withNotice((messageId) => ({ messageIds: [messageId] })), otherAccountError: null };

  return {
    acknowledgeAlarm: ofNotice,
    batchDeleteMsg: ofSeveral,
    batchReadMsg: ofSeveral,
    commentAlarm: withNotice((messageId) => ({ messageId, comment: 'called' })),
    exportMessageListExcel: {
      ...withNotice(() => ({})),
      otherAccountError: null,
    },
    // Nothing was handled in this period.
    exportMsgData: { ...rowWithoutIds(() => ({ startTime: 0, endTime: 1 })), expectedError: 'export-empty' },
    queryAlarm: ofNotice,
    queryAlarmOwners: rowWithoutIds(() => ({})),
    queryMsgByPage: rowWithoutIds(() => ({})),
    reopenAlarm: { ...ofNotice, expectedError: 'alarm-not-resolved' },
    resolveAlarm: withNotice((messageId) => ({ messageId, reason: 'handled' }) as const),
    changeAllMsgToRead: rowWithoutIds(() => ({})),
    cancelTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'waiting') }),
      otherAccountError: 'task-unknown',
    },
    cancelAccountTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'waiting') }),
      otherAccountError: 'task-unknown',
    },
    changeAllTaskToRead: rowWithoutIds(() => ({})),
    deleteMsgById: ofNotice,
    editNoticeConf: rowWithoutIds(() => ({ sound: false })),
    exportAuditLog: rowWithoutIds(() => ({})),
    queryAllNotices: rowWithoutIds(() => ({})),
    queryAllTaskProgress: rowWithoutIds(() => ({})),
    queryAccountTasks: rowWithoutIds(() => ({})),
    queryAuditLog: rowWithoutIds(() => ({})),
    queryMsgById: ofNotice,
    queryNewMsgByMsgId: rowWithoutIds(() => ({})),
    queryNoticeConf: rowWithoutIds(() => ({})),
    queryUpdateLog: rowWithoutIds(() => ({})),
    // Entries are for all users, not of an account.
    readUpdateLog: rowWithoutIds(() => ({ noticeId: 1 })),
    retryTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'done') }),
      expectedError: 'task-not-failed',
      otherAccountError: 'task-unknown',
    },
    switchStatusNotice: rowWithoutIds(() => ({ isOpen: 1 })),
    unReadMsgCount: rowWithoutIds(() => ({})),
    updateIsRead: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'done') }),
      otherAccountError: 'task-unknown',
    },
  } satisfies Partial<Rows>;
}
