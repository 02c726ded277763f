import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

const duration = z.number().describe('milliseconds');
const position = z.object({ latitude: z.number(), longitude: z.number() }).nullable();

/** What became of the notice of an overspeed. */
export const OVERSPEED_OUTCOMES = ['sent', 'late', 'none'] as const;

const overspeedRow = z.object({
  key: z.string().describe('unique in the result'),
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  start: instant.describe('the first fix above the limit'),
  end: instant
    .nullable()
    .describe('the first fix 3 km/h below it; null: it goes on, or only the moment of its notice is known'),
  isOpen: z.boolean().describe('it goes on'),
  duration: duration.nullable().describe('of one that goes on: up to the last fix; null: not known'),
  limit: z.number().nullable().describe('km/h; null: the device reports overspeed without its limit'),
  maxSpeed: z
    .object({
      speed: z.number().describe('km/h'),
      time: instant,
      latitude: z.number(),
      longitude: z.number(),
    })
    .nullable(),
  averageSpeed: z.number().nullable().describe('km/h: metres by time'),
  metres: z.number().nullable(),
  share: z
    .number()
    .nullable()
    .describe('duration by the running time of the device on the day of the start, 0 to 1'),
  startPosition: position,
  endPosition: position,
  startAddress: z.string().nullable().describe('null: without a position'),
  endAddress: z.string().nullable(),
  ruleId: id.nullable().describe('null: an alarm of the device'),
  ruleName: z.string().nullable().describe('null: of a rule that was deleted, or an alarm of the device'),
  fence: z
    .object({ fenceId: id, name: z.string() })
    .nullable()
    .describe('to which the limit applies, with its name at that time'),
  route: z.object({ routeId: id, name: z.string().nullable() }).nullable(),
  notice: z
    .enum(OVERSPEED_OUTCOMES)
    .describe('sent; late: received more than 30 minutes later; none: a rule notifies only in its hours'),
  handling: z
    .object({ state: z.enum(['open', 'acknowledged', 'resolved']), owner: z.string(), changedAt: instant })
    .nullable()
    .describe('of the alarm; null: nobody has handled it'),
});
export type OverspeedRow = z.infer<typeof overspeedRow>;

const overspeedSums = z.object({
  count: z.int(),
  devices: z.int(),
  duration,
  metres: z.number(),
  maxSpeed: z.number().nullable().describe('km/h'),
});
export type OverspeedSums = z.infer<typeof overspeedSums>;

export const OVERSPEED_SORTS = [
  'start',
  'name',
  'duration',
  'limit',
  'maxSpeed',
  'excess',
  'metres',
] as const;
export type OverspeedSort = (typeof OVERSPEED_SORTS)[number];

export const overspeedFilter = z.object({
  ...reportFilter,
  minSeconds: z.int().min(0).max(86_400).default(0).describe('least duration'),
  minExcess: z
    .number()
    .min(0)
    .max(1_000)
    .default(0)
    .describe('km/h that the highest speed is above the limit; above 0, those without limit are left out'),
  ruleIds: z.array(id).max(LIMITS.reportObjects).default([]).describe('empty: all, also alarms of devices'),
  fenceIds: z.array(id).max(LIMITS.reportObjects).default([]).describe('to which the limit applies'),
});
export type OverspeedFilter = z.output<typeof overspeedFilter>;

export const overspeedOrder = {
  sort: z.enum(OVERSPEED_SORTS).default('start'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
};

export const queryOverSpeedRecord = operation({
  name: 'queryOverSpeedRecord',
  summary:
    'Overspeeds that started in a period of at most 31 days, one row each: times, limit, speeds, distance, positions and what became of the notice.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: overspeedFilter.extend({ uid, ...overspeedOrder, pageIndex, pageSize }),
  result: listOf(overspeedRow).extend({
    sum: overspeedSums
      .extend({ share: z.number().nullable().describe('duration by the running time of all devices') })
      .describe('of all rows'),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long'],
});

export const exportOverSpeedRecord = operation({
  name: 'exportOverSpeedRecord',
  summary:
    'Exports overspeeds to a file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'own',
  bodyBytes: 65_536,
  payload: overspeedFilter.extend({ uid, ...overspeedOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', ...REPORT_FILE_ERRORS],
});

export const OVERSPEED_GROUPINGS = ['device', 'day'] as const;
export type OverspeedGrouping = (typeof OVERSPEED_GROUPINGS)[number];

const overspeedSumRow = overspeedSums.extend({
  key: z.string(),
  trackerId: id.nullable(),
  trackerName: z.string().nullable(),
  startDay: z.string().nullable().describe('yyyy-MM-dd'),
});
export type OverspeedSumRow = z.infer<typeof overspeedSumRow>;

export const queryOverSpeedSums = operation({
  name: 'queryOverSpeedSums',
  summary:
    'Overspeeds that started in a period of at most 366 days, by device (the most frequent first) or by day.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: overspeedFilter.extend({
    uid,
    by: z.enum(OVERSPEED_GROUPINGS).default('device'),
    pageIndex,
    pageSize: z.int().min(1).max(LIMITS.reportDays).default(20),
  }),
  result: listOf(overspeedSumRow),
  errors: [...REPORT_PERIOD_ERRORS],
});
