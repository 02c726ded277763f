import { NamedError } from '@wakeline/contract/errors';
import type { queryNewMsgByMsgId } from '@wakeline/contract/notices/notices';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Addresses } from '../../places/addresses.ts';
import { deleteNotice } from './delete-notice.ts';
import { nextWindow } from './log-window.ts';
import { canDeleteNotices, canHandleAlarms } from './notices.policy.ts';
import {
  countUnread,
  markAllRead,
  markRead,
  readLogHead,
  readNotice,
  readNoticePage,
  readNoticesBetween,
} from './notices.queries.ts';

type NoticeOperation =
  | 'queryAllNotices'
  | 'queryMsgById'
  | 'queryNewMsgByMsgId'
  | 'unReadMsgCount'
  | 'changeAllMsgToRead'
  | 'deleteMsgById';

type Poll = ResultOf<typeof queryNewMsgByMsgId>;

/** Parts of the responses that other features provide. */
export interface NoticeDependencies {
  readonly addresses: Addresses;
  /** The newest entry of the update log, if the reader has not seen it yet. */
  readLatestUpdate(reader: Caller, above: number): Promise<Pick<Poll, 'latestNotice' | 'latestNoticeId'>>;
  /** Number of finished batch tasks that the reader has not read. */
  countUnreadTasks(reader: Caller, now: number): Promise<number>;
}

/** Notices: pages, single notices, the poll of consoles without a socket, and read marks. */
export function noticeHandlers(
  db: Db,
  { addresses, readLatestUpdate, countUnreadTasks }: NoticeDependencies,
): Pick<Handlers, NoticeOperation> {
  return {
    async queryAllNotices({ uid: _, pageIndex, pageSize, msgType, trackerId, ...filter }, caller, { now }) {
      const search = {
        ...filter,
        ...(msgType && { msgTypes: [msgType] }),
        ...(trackerId && { trackerIds: [trackerId] }),
      };
      const page = await readNoticePage(db, caller, { search, pageIndex, pageSize, now, addresses });
      return { ...page, abilities: { remove: canDeleteNotices(caller), handle: canHandleAlarms(caller) } };
    },

    async queryMsgById({ messageId }, caller, { now }) {
      const notice = await readNotice(db, caller, { seq: messageId, now, addresses });
      if (notice === null) throw new NamedError('message-unknown');
      await db.transaction().execute((tx) => markRead(tx, caller.userId, messageId));
      return { ...notice, isRead: 'READ' };
    },

    async queryNewMsgByMsgId({ msgId, noticeId }, caller, { now }) {
      const head = await readLogHead(db, caller.accountId);
      // A number above the head comes from a later state of the log: an older backup was restored.
      const cursor = Math.min(msgId ?? head, head);
      const { to } = await nextWindow(db, caller.accountId, cursor);
      return {
        latestMsgId: to,
        msgList: await readNoticesBetween(db, caller, { above: cursor, to, now, addresses }),
        ...(await readLatestUpdate(caller, noticeId)),
      };
    },

    async unReadMsgCount(_payload, caller, { now }) {
      const [msgCount, taskCount] = await Promise.all([
        countUnread(db, caller, now),
        countUnreadTasks(caller, now),
      ]);
      return { msgCount, taskCount };
    },

    async changeAllMsgToRead(_payload, caller) {
      await db.transaction().execute((tx) => markAllRead(tx, caller));
      return {};
    },

    async deleteMsgById({ messageId }, caller, call) {
      await transactionAs(db, caller, call, (tx) => deleteNotice(tx, caller, call, messageId));
      return {};
    },
  };
}
