import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { z } from 'zod';
import { id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

export const locationFilter = z.object({ ...reportFilter });
export type LocationFilter = z.output<typeof locationFilter>;

const fixKey = z.object({ time: instant, trackerId: id });
export type FixKey = z.infer<typeof fixKey>;

const locationRow = z.object({
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  time: instant.describe('of the device clock'),
  latitude: z.number(),
  longitude: z.number(),
  address: z.string().describe('a known address, else the nearest place'),
  isValid: z.boolean().describe('false: the receiver had no fix and repeated an older position'),
  speed: z.number().nullable().describe('km/h'),
  dir: z.number().nullable().describe('course over ground, degrees'),
  height: z.number().nullable().describe('metres'),
  accuracy: z.number().nullable().describe('metres'),
  satellites: z.number().nullable(),
  status: z.enum(TRACKER_STATUSES).describe('by speed and alarms of this fix'),
  power: z.number().nullable().describe('battery, percent'),
  gsm: z.number().nullable().describe('mobile signal, percent'),
  ignition: z.boolean().nullable().describe('null: not reported with this fix'),
  info: z
    .array(z.object({ key: z.string(), value: z.string() }))
    .describe('all other values that the device sent'),
});
export type LocationRow = z.infer<typeof locationRow>;

const access = { permission: 'viewer', roles: ['eob_plugin_data_center'] } as const;

export const queryLocationData = operation({
  name: 'queryLocationData',
  summary: 'Fixes of up to 100 devices in at most 31 days, newest first, page by page.',
  access,
  effect: 'none',
  bodyBytes: 65_536,
  payload: locationFilter.extend({
    uid,
    before: fixKey.optional().describe('`next` of the previous page'),
    pageSize: z.int().min(1).max(LIMITS.pageSize).default(50),
  }),
  result: z.object({
    list: z.array(locationRow),
    next: fixKey.nullable().describe('pass it as `before` to get the next page; null: this is the last one'),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', 'report-devices-many'],
});

export const exportLocationData = operation({
  name: 'exportLocationData',
  summary: 'Exports the fixes of up to 100 devices to a file, as a batch task.',
  access,
  effect: 'own',
  bodyBytes: 65_536,
  payload: locationFilter.extend({ uid, ...reportFileFields }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', 'report-devices-many', ...REPORT_FILE_ERRORS],
});
