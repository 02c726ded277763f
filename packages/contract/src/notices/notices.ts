import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { notice } from '../entities/notice.ts';
import { emptyResult, id, instant, listOf, logNumber, pageIndex, pageSize, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { updateEntry } from '../updates.ts';

const access = { permission: 'viewer', roles: null } as const;

export const queryAllNotices = operation({
  name: 'queryAllNotices',
  summary: 'Notices of the last 7 days, newest first.',
  access,
  effect: 'none',
  payload: z.object({
    uid,
    pageIndex,
    pageSize,
    msgType: z.enum(NOTICE_TYPES).optional().describe('only notices of this type'),
    isRead: z.enum(['UNREAD', 'READ']).optional().describe('only read or only unread notices'),
    trackerId: id.optional().describe('only notices about this device'),
    startTime: instant.optional().describe('only notices created at this time or later'),
    endTime: instant.optional().describe('only notices created at this time or earlier'),
  }),
  result: listOf(notice).extend({
    abilities: z.object({ remove: z.boolean().describe('whether the reader may delete notices') }),
  }),
  errors: ['tracker-unknown', 'time-order'],
});

export const queryMsgById = operation({
  name: 'queryMsgById',
  summary: 'Returns one notice and marks it as read.',
  access,
  effect: 'own',
  payload: z.object({ uid, messageId: logNumber }),
  result: notice,
  errors: ['message-unknown'],
});

export const deleteMsgById = operation({
  name: 'deleteMsgById',
  summary: 'Deletes a notice for all users of the account. The state of its device does not change.',
  access: { permission: 'editor', roles: null },
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber }),
  result: emptyResult,
  errors: ['message-unknown'],
});

export const queryNewMsgByMsgId = operation({
  name: 'queryNewMsgByMsgId',
  summary:
    'Notices with a number above `msgId`, oldest first. For consoles that poll because they have no socket.',
  access,
  effect: 'none',
  payload: z.object({
    uid,
    msgId: z
      .int()
      .nonnegative()
      .optional()
      .describe('last number received; unset: start at the present, with an empty list'),
    noticeId: z.int().nonnegative().default(0),
  }),
  result: z.object({
    latestMsgId: z
      .int()
      .nonnegative()
      .describe('pass it as `msgId` in the next call; less than the newest number if there are more notices'),
    latestNoticeId: z.int().nonnegative(),
    msgList: z.array(notice),
    latestNotice: updateEntry.nullable().describe('the newest entry of the update log above `noticeId`'),
  }),
  errors: [],
});

export const unReadMsgCount = operation({
  name: 'unReadMsgCount',
  summary: 'Number of unread notices and of unread finished tasks.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({ msgCount: z.int().nonnegative(), taskCount: z.int().nonnegative() }),
  errors: [],
});

export const changeAllMsgToRead = operation({
  name: 'changeAllMsgToRead',
  summary: 'Marks all notices as read.',
  access,
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});
