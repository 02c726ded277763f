import { NamedError } from '@wakeline/contract/errors';
import type { queryNewMsgByMsgId } from '@wakeline/contract/notices';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import { nextWindow } from './log-window.ts';
import {
  logHead,
  markAllRead,
  markRead,
  noticeById,
  noticePage,
  noticesBetween,
  unreadCount,
} from './notices.queries.ts';

type NoticeOperation =
  | 'queryAllNotices'
  | 'queryMsgById'
  | 'queryNewMsgByMsgId'
  | 'unReadMsgCount'
  | 'changeAllMsgToRead';

type Poll = ResultOf<typeof queryNewMsgByMsgId>;

/** What is answered with notices and belongs to others. */
export interface BesideNotices {
  readonly addresses: Addresses;
  /** The newest entry of the update log, for a reader who has seen those up to a number. */
  latestUpdate(reader: Caller, above: number): Promise<Pick<Poll, 'latestNotice' | 'latestNoticeId'>>;
  /** How many batch tasks have ended that the reader has not looked at. */
  unreadTasks(reader: Caller, now: number): Promise<number>;
}

/** Notices: pages, one, the poll of consoles without a socket, and what is read. */
export function noticeHandlers(
  db: Db,
  { addresses, latestUpdate, unreadTasks }: BesideNotices,
): Pick<Handlers, NoticeOperation> {
  return {
    async queryAllNotices({ pageIndex, pageSize, msgType, isRead }, caller, { now }) {
      return noticePage(db, caller, { pageIndex, pageSize, msgType, isRead, now, addresses });
    },

    async queryMsgById({ messageId }, caller, { now }) {
      const notice = await noticeById(db, caller, { seq: messageId, now, addresses });
      if (notice === null) throw new NamedError('message-unknown');
      await db.transaction().execute((tx) => markRead(tx, caller.userId, messageId));
      return { ...notice, isRead: 'READ' };
    },

    async queryNewMsgByMsgId({ msgId, noticeId }, caller, { now }) {
      const head = await logHead(db, caller.accountId);
      // A number above the head is of a log that is no more: an older database was put back.
      const cursor = Math.min(msgId ?? head, head);
      const { to } = await nextWindow(db, caller.accountId, cursor);
      return {
        latestMsgId: to,
        msgList: await noticesBetween(db, caller, { above: cursor, to, now, addresses }),
        ...(await latestUpdate(caller, noticeId)),
      };
    },

    async unReadMsgCount(_payload, caller, { now }) {
      const [msgCount, taskCount] = await Promise.all([
        unreadCount(db, caller, now),
        unreadTasks(caller, now),
      ]);
      return { msgCount, taskCount };
    },

    async changeAllMsgToRead(_payload, caller) {
      await db.transaction().execute((tx) => markAllRead(tx, caller));
      return {};
    },
  };
}
