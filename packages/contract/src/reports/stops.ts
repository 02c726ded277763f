import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

/** Minutes that a stop lasts at least, unless a filter says otherwise. */
export const DEFAULT_STOP_MINUTES = 5;
/** A shorter standstill is part of a trip. */
export const MIN_STOP_MINUTES = 3;

/** Columns by which stops can be sorted. */
export const STOP_SORTS = ['start', 'name', 'duration', 'ignitionTime'] as const;
export type StopSort = (typeof STOP_SORTS)[number];

export const stopFilter = z.object({
  ...reportFilter,
  minMinutes: z
    .int()
    .min(MIN_STOP_MINUTES)
    .max(LIMITS.stopMinutes)
    .default(DEFAULT_STOP_MINUTES)
    .describe('only stops of at least as many minutes'),
  fenceIds: z
    .array(id)
    .max(LIMITS.reportObjects)
    .default([])
    .describe('only stops in one of these fences, or at one of the labelled points'),
  labelPointIds: z.array(id).max(LIMITS.reportObjects).default([]).describe('within 100 m of them'),
});
export type StopFilter = z.output<typeof stopFilter>;

export const stopOrder = {
  sort: z.enum(STOP_SORTS).default('start'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
};
export type StopOrder = z.output<z.ZodObject<typeof stopOrder>>;

const stopRow = z.object({
  key: z.string().describe('unique in the result'),
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  groupName: z.string().nullable(),
  startTime: instant,
  endTime: instant.nullable().describe('null: the device still stands, or has not reported since'),
  lastFix: instant.describe(
    'up to which the stop is known: its end, or the last fix of a device that still stands',
  ),
  duration: z.int().describe('milliseconds up to `lastFix`'),
  latitude: z.number(),
  longitude: z.number(),
  address: z.string(),
  gDeviceStatus: z.int().min(1).max(15).describe('as that of stay points'),
  sinceLast: z
    .int()
    .nullable()
    .describe('milliseconds since the end of the previous stop that is long enough; null: none is known'),
  ignitionTime: z.number().nullable().describe('milliseconds; null: the device does not report its ignition'),
  objects: z
    .array(z.string())
    .describe('names of the fences around the stop, and of the labelled points within 100 m'),
});
export type StopRow = z.infer<typeof stopRow>;

const stopSums = z.object({
  stops: z.int(),
  devices: z.int().describe('that stopped'),
  duration: z.number().describe('milliseconds'),
  ignitionTime: z.number().nullable(),
});
export type StopSums = z.infer<typeof stopSums>;

export const queryStopData = operation({
  name: 'queryStopData',
  summary:
    'Stops of devices that began in at most 31 days, with position, status and ignition. A device that still stands has a stop without an end.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'none',
  bodyBytes: 65_536,
  payload: stopFilter.extend({ uid, ...stopOrder, pageIndex, pageSize }),
  result: listOf(stopRow).extend({
    sum: stopSums.describe('of all rows'),
    days: z
      .array(stopSums.extend({ day: z.string().describe('yyyy-MM-dd, in the time zone of the account') }))
      .describe('each day of the period'),
    recomputing: z.int().describe('devices whose stops are being found again, because positions came late'),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', 'report-too-many'],
});

export const exportStopData = operation({
  name: 'exportStopData',
  summary:
    'Exports the stops of devices to a file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: ['eob_plugin_data_center'] },
  effect: 'own',
  bodyBytes: 65_536,
  payload: stopFilter.extend({ uid, ...stopOrder, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', 'report-too-many', ...REPORT_FILE_ERRORS],
});
