import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_ROLES } from '../roles.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

const duration = z.number().describe('milliseconds');
const position = z.object({ latitude: z.number(), longitude: z.number() }).nullable();

const fenceVisitRow = z.object({
  key: z.string().describe('unique in the result'),
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  fenceId: id,
  fenceName: z.string().describe('at the time of the visit'),
  start: instant.describe('the entry at the edge, or when the device was first known to be inside'),
  hasEntry: z.boolean().describe('false: it was inside when the fence started to apply'),
  end: instant.describe('the exit at the edge, or the last fix inside'),
  hasExit: z.boolean().describe('false: it is still inside, or the fence was removed or changed'),
  isOpen: z.boolean().describe('it is still inside'),
  duration,
  metres: z.number().nullable().describe('travelled inside; null: not known'),
  startPosition: position,
  endPosition: position,
  startAddress: z.string().nullable().describe('null: without a position'),
  endAddress: z.string().nullable(),
  isPassed: z.boolean().describe('crossed between two fixes: none was inside'),
  entryDelay: duration.nullable().describe('from the entry to the fix with which it counted'),
  exitDelay: duration.nullable(),
});
export type FenceVisitRow = z.infer<typeof fenceVisitRow>;

const fenceVisitSums = z.object({
  visits: z.int().describe('of which a part is in the period'),
  entries: z.int().describe('in the period'),
  exits: z.int(),
  devices: z.int(),
  fences: z.int(),
  duration: duration.describe('in the period'),
  metres: z.number().describe('in the period, of visits whose metres are known'),
  first: instant.nullable().describe('the first entry, or the start of the period'),
  last: instant.nullable().describe('the last exit, the last fix inside, or the end of the period'),
});
export type FenceVisitSums = z.infer<typeof fenceVisitSums>;

export const fenceVisitFilter = z.object({
  ...reportFilter,
  fenceIds: z.array(id).max(LIMITS.reportObjects).default([]).describe('empty: all'),
  minSeconds: z.int().min(0).max(31_622_400).default(0).describe('least duration of a visit'),
});
export type FenceVisitFilter = z.output<typeof fenceVisitFilter>;

export const FENCE_VISIT_SORTS = ['start', 'end', 'name', 'fence', 'duration', 'metres'] as const;
export type FenceVisitSort = (typeof FENCE_VISIT_SORTS)[number];

export const fenceVisitOrder = {
  sort: z.enum(FENCE_VISIT_SORTS).default('start'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
};

export const queryFenceDataRecord = operation({
  name: 'queryFenceDataRecord',
  summary:
    'Visits of fences of which a part is in a period of at most 31 days, one row each, also those that go on.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: fenceVisitFilter.extend({ uid, ...fenceVisitOrder, pageIndex, pageSize }),
  result: listOf(fenceVisitRow).extend({ sum: fenceVisitSums.describe('of all rows, in the period') }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long'],
});

export const exportFenceDataRecord = operation({
  name: 'exportFenceDataRecord',
  summary:
    'Exports visits of fences to a file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'own',
  bodyBytes: 65_536,
  payload: fenceVisitFilter.extend({ uid, ...fenceVisitOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', ...REPORT_FILE_ERRORS],
});

/** What a row of the sums is about. */
export const FENCE_VISIT_GROUPINGS = ['fence', 'device', 'group', 'day', 'week', 'month'] as const;
export type FenceVisitGrouping = (typeof FENCE_VISIT_GROUPINGS)[number];

const fenceVisitSumRow = fenceVisitSums.extend({
  key: z.string().describe('unique in the result'),
  trackerId: id.nullable(),
  trackerName: z.string().nullable(),
  imei: z.string().nullable(),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  fenceId: id.nullable(),
  fenceName: z.string().nullable(),
  startDay: z.string().nullable().describe('first day of the row, yyyy-MM-dd'),
});
export type FenceVisitSumRow = z.infer<typeof fenceVisitSumRow>;

export const FENCE_VISIT_SUM_SORTS = ['name', 'visits', 'entries', 'exits', 'duration', 'metres'] as const;
export type FenceVisitSumSort = (typeof FENCE_VISIT_SUM_SORTS)[number];

export const fenceVisitSumsFilter = fenceVisitFilter.extend({
  by: z.enum(FENCE_VISIT_GROUPINGS).default('fence'),
});
export type FenceVisitSumsFilter = z.output<typeof fenceVisitSumsFilter>;

export const fenceVisitSumsOrder = {
  sort: z.enum(FENCE_VISIT_SUM_SORTS).default('name'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
};

export const queryFenceDataSums = operation({
  name: 'queryFenceDataSums',
  summary:
    'Visits of fences in a period of at most 366 days by fence, device, group, day, week or month: number, time and distance within.',
  access: { permission: 'viewer', roles: REPORT_ROLES },
  effect: 'none',
  bodyBytes: 65_536,
  payload: fenceVisitSumsFilter.extend({
    uid,
    ...fenceVisitSumsOrder,
    pageIndex,
    pageSize: z.int().min(1).max(LIMITS.reportDays).default(20),
  }),
  result: listOf(fenceVisitSumRow).extend({ sum: fenceVisitSums }),
  errors: [...REPORT_PERIOD_ERRORS],
});

export const exportFenceDataSums = operation({
  name: 'exportFenceDataSums',
  summary:
    'Exports sums of visits of fences to a file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: REPORT_ROLES },
  effect: 'own',
  bodyBytes: 65_536,
  payload: fenceVisitSumsFilter.extend({ uid, ...fenceVisitSumsOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, ...REPORT_FILE_ERRORS],
});
