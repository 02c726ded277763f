import type { TaskState } from '@wakeline/contract/tasks';
import type { World } from '../world.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of what comes to people: notices, tasks, the audit log, the update log. */
export function inboxRows(world: World) {
  const {
    database: { db },
    clock,
    appendNotice,
  } = world;
  /** In no queue: nobody works on it. */
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
  const ofNotice = {
    // About no tracker: one that is about one is read by who may watch it.
    payload: async ({ accountId }: Owner) => ({
      messageId: await appendNotice(accountId, null, { noticeType: 'SOS' }),
    }),
    otherAccountError: 'message-unknown',
  } as const;

  return {
    changeAllMsgToRead: rowWithoutIds(() => ({})),
    cancelTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'waiting') }),
      otherAccountError: 'task-unknown',
    },
    changeAllTaskToRead: rowWithoutIds(() => ({})),
    deleteMsgById: ofNotice,
    editNoticeConf: rowWithoutIds(() => ({ sound: false })),
    exportAuditLog: rowWithoutIds(() => ({})),
    queryAllNotices: rowWithoutIds(() => ({})),
    queryAllTaskProgress: rowWithoutIds(() => ({})),
    queryAuditLog: rowWithoutIds(() => ({})),
    queryMsgById: ofNotice,
    queryNewMsgByMsgId: rowWithoutIds(() => ({})),
    queryNoticeConf: rowWithoutIds(() => ({})),
    queryUpdateLog: rowWithoutIds(() => ({})),
    // Of everybody: there is no account whose entry it could be.
    readUpdateLog: rowWithoutIds(() => ({ noticeId: 1 })),
    switchStatusNotice: rowWithoutIds(() => ({ isOpen: 1 })),
    unReadMsgCount: rowWithoutIds(() => ({})),
    updateIsRead: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'done') }),
      otherAccountError: 'task-unknown',
    },
  } satisfies Partial<Rows>;
}
