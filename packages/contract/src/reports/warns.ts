import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
import { ALARM_LEVELS } from '@wakeline/domain/notices/alarm-level';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { alarmHandling } from '../entities/alarm.ts';
import { id, instant, listOf, logNumber, pageIndex, pageSize, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

/** The types that a device event can have. */
const warnFilterFields = {
  ...reportFilter,
  msgTypes: z.array(z.enum(NOTICE_TYPES)).max(NOTICE_TYPES.length).default([]).describe('empty: all'),
  levels: z
    .array(z.enum(ALARM_LEVELS))
    .max(ALARM_LEVELS.length)
    .default([])
    .describe('urgent: a call for help; alarm: something may be wrong; info: normal operation. Empty: all'),
};

export const warnFilter = z.object({
  ...warnFilterFields,
  handling: z
    .array(z.enum(ALARM_STATES))
    .max(ALARM_STATES.length)
    .default([])
    .describe('only alarms that are handled, in one of these states. Empty: all'),
  isRead: z
    .enum(['UNREAD', 'READ'])
    .optional()
    .describe('only those whose notice exists: notices are deleted after 7 days'),
});
export type WarnFilter = z.output<typeof warnFilter>;

export const warnOrder = { direction: z.enum(['ascending', 'descending']).default('descending') };
export type WarnOrder = z.output<z.ZodObject<typeof warnOrder>>;

const warnRow = z.object({
  key: z.string().describe('unique in the result'),
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  groupName: z.string().nullable(),
  time: instant,
  msgType: z.enum(NOTICE_TYPES),
  level: z.enum(ALARM_LEVELS),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  address: z.string(),
  speed: z
    .number()
    .nullable()
    .describe('km/h of the last fix in the 10 minutes before; null: none, or unknown'),
  duration: z
    .int()
    .nullable()
    .describe(
      'milliseconds until an SOS was cleared, a device came online or a fence was left; null: not yet, or no end is known',
    ),
  fenceName: z.string().nullable().describe("at that time; null: no fence, or outside the user's groups"),
  handling: alarmHandling.nullable().describe('null: this type is not handled'),
  note: z.string().describe('last comment of its handling'),
  messageId: logNumber.nullable().describe('its notice; null: deleted, or none was created'),
  isRead: z.boolean().nullable().describe('by the user; null: there is no notice'),
});
export type WarnRow = z.infer<typeof warnRow>;

const warnSums = z.object({
  alarms: z.int(),
  urgent: z.int(),
  info: z.int(),
  devices: z.int(),
});
export type WarnSums = z.infer<typeof warnSums>;

export const queryWarnData = operation({
  name: 'queryWarnData',
  summary:
    'Alarms of devices in at most 31 days from the history of events, which is kept as long as positions, with how they were handled.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: warnFilter.extend({ uid, ...warnOrder, pageIndex, pageSize }),
  result: listOf(warnRow).extend({
    sum: warnSums.describe('of all rows'),
    abilities: z.object({ handle: z.boolean().describe('whether the user may handle alarms') }),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long'],
});

export const exportWarnData = operation({
  name: 'exportWarnData',
  summary:
    'Exports the alarms of devices to a file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'own',
  bodyBytes: 65_536,
  payload: warnFilter.extend({ uid, ...warnOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', ...REPORT_FILE_ERRORS],
});

/** By what alarms are counted. */
export const WARN_GROUPINGS = ['type', 'device', 'group', 'hour', 'day', 'week', 'month'] as const;
export type WarnGrouping = (typeof WARN_GROUPINGS)[number];

export const WARN_COUNT_SORTS = ['key', 'name', 'alarms', 'urgent', 'info', 'devices'] as const;
export type WarnCountSort = (typeof WARN_COUNT_SORTS)[number];

export const warnCountFilter = z.object({
  ...warnFilterFields,
  by: z.enum(WARN_GROUPINGS).default('type'),
});
export type WarnCountFilter = z.output<typeof warnCountFilter>;

export const warnCountOrder = {
  sort: z.enum(WARN_COUNT_SORTS).default('alarms').describe('key: by type, hour or time'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
};
export type WarnCountOrder = z.output<z.ZodObject<typeof warnCountOrder>>;

const warnCountRow = warnSums.extend({
  key: z.string().describe('unique in the result'),
  msgType: z.enum(NOTICE_TYPES).nullable().describe('null: the row is not about one type'),
  trackerId: id.nullable().describe('null: the row is not about one device'),
  trackerName: z.string().nullable(),
  imei: z.string().nullable(),
  groupId: id.nullable().describe('null: devices without a group, or the row is not about a group'),
  groupName: z.string().nullable(),
  hour: z.int().min(0).max(23).nullable().describe('of the day, in the time zone of the account'),
  startDay: z.string().nullable().describe('first day of the row, yyyy-MM-dd'),
  first: instant.nullable().describe('null: no alarm'),
  last: instant.nullable(),
});
export type WarnCountRow = z.infer<typeof warnCountRow>;

export const queryWarnCount = operation({
  name: 'queryWarnCount',
  summary:
    'Numbers of alarms of at most 366 days by type, device, group, hour of the day, day, week or month. Hours and days without alarms are rows, too.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_statistics'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: warnCountFilter.extend({ uid, ...warnCountOrder, pageIndex, pageSize }),
  result: listOf(warnCountRow).extend({ sum: warnSums.describe('of all rows') }),
  errors: REPORT_PERIOD_ERRORS,
});

export const exportWarnCount = operation({
  name: 'exportWarnCount',
  summary: 'Exports the numbers of alarms to a file, as a batch task.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_statistics'] },
  effect: 'own',
  bodyBytes: 65_536,
  payload: warnCountFilter.extend({ uid, ...warnCountOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, ...REPORT_FILE_ERRORS],
});
