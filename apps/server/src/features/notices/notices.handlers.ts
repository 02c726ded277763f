import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
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

/** Notices: pages, one, the poll of consoles without a socket, and what is read. */
export function noticeHandlers(db: Db): Pick<Handlers, NoticeOperation> {
  return {
    async queryAllNotices({ pageIndex, pageSize }, caller, { now }) {
      return noticePage(db, caller, { pageIndex, pageSize, now });
    },

    async queryMsgById({ messageId }, caller, { now }) {
      const notice = await noticeById(db, caller, { seq: messageId, now });
      if (notice === null) throw new NamedError('message-unknown');
      await db.transaction().execute((tx) => markRead(tx, caller.userId, messageId));
      return { ...notice, isRead: 'READ' };
    },

    async queryNewMsgByMsgId({ msgId }, caller, { now }) {
      const head = await logHead(db, caller.accountId);
      // A number above the head is of a log that is no more: an older database was put back.
      const cursor = Math.min(msgId ?? head, head);
      const { to } = await nextWindow(db, caller.accountId, cursor);
      return {
        latestMsgId: to,
        latestNoticeId: 0,
        msgList: await noticesBetween(db, caller, { above: cursor, to, now }),
        // Nobody writes an update log yet.
        latestNotice: null,
      };
    },

    async unReadMsgCount(_payload, caller, { now }) {
      return { msgCount: await unreadCount(db, caller, now), taskCount: 0 };
    },

    async changeAllMsgToRead(_payload, caller) {
      await db.transaction().execute((tx) => markAllRead(tx, caller));
      return {};
    },
  };
}
