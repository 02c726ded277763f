import { z } from 'zod';
import { id, instant, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** A day of the account's time zone, `yyyy-MM-dd`. */
const day = z.iso.date().max(10);

/** Which devices and days a report covers. Both days are included, at most 366. */
export const reportFilter = {
  startDay: day.describe('in the time zone of the account'),
  endDay: day.describe('included; at most 366 days with the first one'),
  groupIds: z
    .array(id)
    .max(LIMITS.groupsPerRule)
    .default([])
    .describe('these groups with their subgroups; with trackerIds empty: all devices'),
  trackerIds: z.array(id).max(LIMITS.reportDevices).default([]).describe('besides those of the groups'),
  keywords: text.trim().max(LIMITS.name).default('').describe('part of the name or the IMEI/ID'),
};

/** Exact times within the days, for exports of lists that are filtered by them. Runs of schedules have complete days. */
export const reportTimeFields = {
  startTime: instant.optional().describe('only what happened at this time or later'),
  endTime: instant.optional().describe('only what happened at this time or earlier'),
};

export const REPORT_PERIOD_ERRORS = ['report-period', 'report-too-long'] as const;
