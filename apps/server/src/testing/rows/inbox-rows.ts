import type { TaskState } from '@wakeline/contract/tasks';
import type { World } from '../world.ts';
import { type Owner, own, type Rows } from './row.ts';

/** The rows of what comes to people: notices, tasks, the audit log, the update log. */
export function inboxRows(world: World) {
  const {
    database: { db },
    clock,
    notice,
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
      messageId: await notice(accountId, null, { noticeType: 'SOS' }),
    }),
    foreign: 'message-unknown',
  } as const;

  return {
    changeAllMsgToRead: own(() => ({})),
    cancelTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'waiting') }),
      foreign: 'task-unknown',
    },
    changeAllTaskToRead: own(() => ({})),
    deleteMsgById: ofNotice,
    editNoticeConf: own(() => ({ sound: false })),
    exportAuditLog: own(() => ({})),
    queryAllNotices: own(() => ({})),
    queryAllTaskProgress: own(() => ({})),
    queryAuditLog: own(() => ({})),
    queryMsgById: ofNotice,
    queryNewMsgByMsgId: own(() => ({})),
    queryNoticeConf: own(() => ({})),
    queryUpdateLog: own(() => ({})),
    // Of everybody: there is no account whose entry it could be.
    readUpdateLog: own(() => ({ noticeId: 1 })),
    switchStatusNotice: own(() => ({ isOpen: 1 })),
    unReadMsgCount: own(() => ({})),
    updateIsRead: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'done') }),
      foreign: 'task-unknown',
    },
  } satisfies Partial<Rows>;
}
