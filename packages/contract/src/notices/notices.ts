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
    msgType: z.enum(NOTICE_TYPES).optional().describe('only those of this type'),
    isRead: z.enum(['UNREAD', 'READ']).optional().describe('only those that are, or are not, read'),
    trackerId: id.optional().describe('only those about this device'),
    startTime: instant.optional().describe('only those created at this time or later'),
    endTime: instant.optional().describe('only those created at this time or earlier'),
  }),
  result: listOf(notice).extend({
    abilities: z.object({ remove: z.boolean().describe('whether the reader may delete notices') }),
  }),
  errors: ['tracker-unknown', 'time-order'],
});

export const queryMsgById = operation({
  name: 'queryMsgById',
  summary: 'One notice; marks it read.',
  access,
  effect: 'own',
  payload: z.object({ uid, messageId: logNumber }),
  result: notice,
  errors: ['message-unknown'],
});

export const deleteMsgById = operation({
  name: 'deleteMsgById',
  summary: 'Deletes one notice for everybody in the account. The state of its device stays as it is.',
  access: { permission: 'editor', roles: null },
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber }),
  result: emptyResult,
  errors: ['message-unknown'],
});

export const queryNewMsgByMsgId = operation({
  name: 'queryNewMsgByMsgId',
  summary: 'Notices with a number above `msgId`, oldest first: the poll of a console that has no socket.',
  access,
  effect: 'none',
  payload: z.object({
    uid,
    msgId: z
      .int()
      .nonnegative()
      .optional()
      .describe('last number seen; left out: start at the present, with an empty list'),
    noticeId: z.int().nonnegative().default(0),
  }),
  result: z.object({
    latestMsgId: z
      .int()
      .nonnegative()
      .describe('pass it as `msgId` in the next call; less than all when there is more to ask for'),
    latestNoticeId: z.int().nonnegative(),
    msgList: z.array(notice),
    latestNotice: updateEntry.nullable().describe('the newest entry of the update log above `noticeId`'),
  }),
  errors: [],
});

export const unReadMsgCount = operation({
  name: 'unReadMsgCount',
  summary: 'How many notices and finished tasks the user has not read.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({ msgCount: z.int().nonnegative(), taskCount: z.int().nonnegative() }),
  errors: [],
});

export const changeAllMsgToRead = operation({
  name: 'changeAllMsgToRead',
  summary: 'Marks every notice read.',
  access,
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});
