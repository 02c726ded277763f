import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { REPORT_ROLES } from '../roles.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './report-files.ts';
import { REPORT_PERIOD_ERRORS, reportFilter } from './report-filter.ts';

/** What a row of the overview is about. */
export const OVERVIEW_GROUPINGS = ['device', 'deviceDay', 'group', 'day', 'week', 'month', 'total'] as const;
export type OverviewGrouping = (typeof OVERVIEW_GROUPINGS)[number];

/** What the values of a chart of the overview are about. */
export const OVERVIEW_CHART_GROUPINGS = [
  'device',
  'deviceDay',
  'group',
  'day',
  'week',
  'month',
] as const satisfies readonly OverviewGrouping[];
export type OverviewChartGrouping = (typeof OVERVIEW_CHART_GROUPINGS)[number];

/** Figures that a chart of the overview can show. */
export const OVERVIEW_MEASURES = [
  'mileage',
  'tripTime',
  'stopTime',
  'trips',
  'stops',
  'overspeeds',
  'alarms',
] as const;
export type OverviewMeasure = (typeof OVERVIEW_MEASURES)[number];

const duration = z.number().describe('milliseconds');

const overviewFigures = z.object({
  devices: z.int().describe('devices with data'),
  mileage: z.number().describe('metres of trips, stops and gaps'),
  tripTime: duration,
  stopTime: duration,
  gapTime: duration.describe('milliseconds without data: an hour or more between two fixes'),
  nightTime: duration.describe('milliseconds of trips within the night hours of the account'),
  nightMileage: z.number().describe('metres of trips within these hours'),
  trips: z.int(),
  stops: z.int(),
  averageSpeed: z.number().nullable().describe('km/h: metres of trips by their time; null: no trip'),
  maxSpeed: z
    .object({
      speed: z.number().describe('km/h'),
      time: instant,
      latitude: z.number(),
      longitude: z.number(),
      trackerId: id,
    })
    .nullable()
    .describe('of the fixes of trips; null: none has a speed'),
  ignitionTime: duration.nullable().describe('null: the ignition is not reported'),
  idleTime: duration.nullable().describe('ignition on in a stop; null: the ignition is not reported'),
  alarms: z.int(),
  overspeeds: z.int(),
  entries: z.int().describe('of fences'),
  exits: z.int(),
  firstFix: instant.nullable(),
  lastFix: instant.nullable(),
  coverage: z.number().nullable().describe('trips and stops by the time that has passed, 0 to 1'),
  onlineRate: z
    .number()
    .nullable()
    .describe('time that was not offline by the time since the activation, 0 to 1; null: never activated'),
});
export type OverviewFigures = z.infer<typeof overviewFigures>;

/** Figures that are found from fixes: without any they are unknown. */
type FigureOfFixes =
  | 'nightTime'
  | 'nightMileage'
  | 'mileage'
  | 'tripTime'
  | 'stopTime'
  | 'gapTime'
  | 'trips'
  | 'stops';

/** A figure, or null if it is 0 because nothing was reported. */
export function knownFigure(figures: OverviewFigures, name: FigureOfFixes): number | null {
  return figures.devices === 0 && figures[name] === 0 ? null : figures[name];
}

const overviewRow = overviewFigures.extend({
  key: z.string().describe('unique in the result'),
  trackerId: id.nullable().describe('null: the row is not about one device'),
  trackerName: z.string().nullable(),
  imei: z.string().nullable(),
  groupId: id.nullable().describe('null: devices without a group, or the row is not about a group'),
  groupName: z.string().nullable(),
  startDay: z.string().nullable().describe('first day of the row, yyyy-MM-dd; null: the complete period'),
});
export type OverviewRow = z.infer<typeof overviewRow>;

/** Columns by which rows can be sorted. */
export const OVERVIEW_SORTS = [
  'name',
  'day',
  'mileage',
  'tripTime',
  'stopTime',
  'gapTime',
  'nightTime',
  'nightMileage',
  'trips',
  'stops',
  'maxSpeed',
  'ignitionTime',
  'idleTime',
  'alarms',
  'overspeeds',
  'entries',
  'exits',
  'coverage',
  'onlineRate',
] as const;
export type OverviewSort = (typeof OVERVIEW_SORTS)[number];

export const overviewFilter = z.object({
  ...reportFilter,
  by: z.enum(OVERVIEW_GROUPINGS).default('device'),
});
export type OverviewFilter = z.output<typeof overviewFilter>;

export const overviewOrder = {
  sort: z.enum(OVERVIEW_SORTS).default('name'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
};

export const queryOperaOverview = operation({
  name: 'queryOperaOverview',
  summary:
    'Operation overview: mileage, times, stops, speeds and counts of devices, by device, day, week, month or group. Today is included up to the last fix.',
  access: { permission: 'viewer', roles: REPORT_ROLES },
  effect: 'none',
  bodyBytes: 65_536,
  payload: overviewFilter.extend({
    uid,
    ...overviewOrder,
    pageIndex,
    pageSize,
  }),
  result: listOf(overviewRow).extend({
    sum: overviewFigures.describe('of all rows'),
    recomputing: z
      .int()
      .describe('devices whose figures are being computed again, because positions came late'),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long'],
});

const overviewChartRow = z.object({
  trackerId: id.nullable().describe('null: the row is not about one device'),
  trackerName: z.string().nullable(),
  groupName: z.string().nullable().describe('null: devices without a group, or the row is not about a group'),
  startDay: z.string().nullable().describe('first day of the row, yyyy-MM-dd; null: the complete period'),
  value: z
    .number()
    .nullable()
    .describe('in the unit of the figure: metres, milliseconds or a count; null: nothing was reported'),
});
export type OverviewChartRow = z.infer<typeof overviewChartRow>;

export const queryOperaOverviewChart = operation({
  name: 'queryOperaOverviewChart',
  summary:
    'One figure of an operation overview as a chart shows it: over time, or of the devices or groups with the highest one, also by day.',
  access: { permission: 'viewer', roles: REPORT_ROLES },
  effect: 'none',
  bodyBytes: 65_536,
  payload: overviewFilter.extend({ uid, measure: z.enum(OVERVIEW_MEASURES) }),
  result: z.object({
    by: z
      .enum(OVERVIEW_CHART_GROUPINGS)
      .describe('what the rows are about: of the total, and of devices on one day, they are devices'),
    rows: z.array(overviewChartRow),
  }),
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long'],
});

export const exportOperaOverview = operation({
  name: 'exportOperaOverview',
  summary:
    'Exports the rows of an operation overview to an .xlsx, .csv or PDF file, as a batch task. The file has what the user sees when the task runs.',
  access: { permission: 'viewer', roles: REPORT_ROLES },
  effect: 'own',
  bodyBytes: 65_536,
  payload: overviewFilter.extend({
    uid,
    ...overviewOrder,
    ...reportFileFields,
  }),
  result: reportFileResult,
  errors: [...REPORT_PERIOD_ERRORS, 'report-rows-too-long', ...REPORT_FILE_ERRORS],
});
