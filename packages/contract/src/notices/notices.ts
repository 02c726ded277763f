import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { notice } from '../entities/notice.ts';
import { emptyResult, id, instant, listOf, logNumber, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from '../reports/report-files.ts';
import { reportFilter, reportTimeFields } from '../reports/report-filter.ts';
import { updateEntry } from '../updates.ts';

const access = { permission: 'viewer', roles: null } as const;

/** Notices that match all of these; unset: any. */
export const noticeFilter = z.object({
  msgTypes: z.array(z.enum(NOTICE_TYPES)).min(1).max(NOTICE_TYPES.length).optional(),
  trackerIds: z.array(id).min(1).max(LIMITS.filteredTrackers).optional(),
  groupId: id.optional().describe('devices of this group and its subgroups'),
  keywords: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('substring of name, IMEI, label or card number of the device'),
  isRead: z.enum(['UNREAD', 'READ']).optional(),
  handling: z
    .array(z.enum(ALARM_STATES))
    .min(1)
    .max(ALARM_STATES.length)
    .optional()
    .describe('only alarms in one of these states'),
  taskIds: z
    .array(id)
    .min(1)
    .max(LIMITS.openWatchTasksPerAccount)
    .optional()
    .describe('only notices of these tasks'),
  ownerId: id.optional().describe('only alarms that this user handles or has resolved'),
  startTime: instant.optional().describe('only notices created at this time or later'),
  endTime: instant.optional().describe('only notices created at this time or earlier'),
});
export type NoticeFilter = z.output<typeof noticeFilter>;

/** Days and devices of a report of notices, with the conditions of their list. */
export const noticeReportFilter = z.object({
  ...reportFilter,
  ...reportTimeFields,
  ...noticeFilter.pick({ msgTypes: true, isRead: true, handling: true, taskIds: true, ownerId: true }).shape,
  keywords: text
    .trim()
    .max(100)
    .default('')
    .describe('substring of name, IMEI, label or card number of the device'),
});
export type NoticeReportFilter = z.output<typeof noticeReportFilter>;

export const NOTICE_FILTER_ERRORS = ['tracker-unknown', 'group-unknown', 'time-order'] as const;

/** Bytes of the longest filter and of the ticked notices as form fields. */
const SELECTION_BYTES = 65_536;

const listResult = listOf(notice).extend({
  abilities: z.object({
    remove: z.boolean().describe('whether the reader may delete notices'),
    handle: z.boolean().describe('whether the reader may handle alarms'),
  }),
});

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
  result: listResult,
  errors: ['tracker-unknown', 'time-order'],
});

export const queryMsgByPage = operation({
  name: 'queryMsgByPage',
  summary: 'A page of the notices of the last 7 days that match a filter, newest first.',
  access,
  effect: 'none',
  bodyBytes: SELECTION_BYTES,
  payload: noticeFilter.extend({ uid, pageIndex, pageSize }),
  result: listResult.extend({
    upTo: z
      .int()
      .nonnegative()
      .describe('newest log number when the list was read; later notices are not counted in `total`'),
  }),
  errors: NOTICE_FILTER_ERRORS,
});

/** The notices that a call changes: ticked ones, or all that match a filter. */
export const noticeSelection = z.object({
  messageIds: z.array(logNumber).max(LIMITS.tickedNotices).optional().describe('the ticked notices'),
  noticeFilter: noticeFilter.optional().describe('instead of `messageIds`: all notices that match'),
  upTo: z
    .int()
    .nonnegative()
    .optional()
    .describe('required with `noticeFilter`: `upTo` of the list, so that later notices stay as they are'),
  count: z
    .int()
    .nonnegative()
    .optional()
    .describe('required with `noticeFilter`: the number of notices that the user confirmed'),
});
export type NoticeSelection = z.output<typeof noticeSelection>;

export const batchDeleteMsg = operation({
  name: 'batchDeleteMsg',
  summary:
    'Deletes several notices for all users of the account: up to 10000 immediately, more in a batch task.',
  access: { permission: 'editor', roles: null },
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: noticeSelection.extend({ uid }),
  result: z.object({
    count: z.int().nonnegative().describe('the number of notices'),
    taskProgressId: id.nullable().describe('the batch task; null: they are deleted'),
  }),
  errors: [
    'notices-unticked',
    'notices-changed',
    'message-unknown',
    ...NOTICE_FILTER_ERRORS,
    'task-limit',
    'task-queue-full',
  ],
});

export const batchReadMsg = operation({
  name: 'batchReadMsg',
  summary: 'Marks several notices as read, up to 10000.',
  access,
  effect: 'own',
  bodyBytes: SELECTION_BYTES,
  payload: noticeSelection.extend({ uid }),
  result: z.object({ count: z.int().nonnegative().describe('the number of notices') }),
  errors: [
    'notices-unticked',
    'notices-changed',
    'message-unknown',
    ...NOTICE_FILTER_ERRORS,
    'notices-limit',
  ],
});

export const exportMessageListExcel = operation({
  name: 'exportMessageListExcel',
  summary: 'Exports the notices that match a filter to a file, as a batch task.',
  access,
  effect: 'own',
  bodyBytes: SELECTION_BYTES,
  payload: noticeFilter.extend({ uid, ...reportFileFields }),
  result: reportFileResult,
  errors: [...NOTICE_FILTER_ERRORS, ...REPORT_FILE_ERRORS],
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
