import { z } from 'zod';
import type { Language } from '../entities/user-config.ts';
import type { ErrorName } from '../errors.ts';
import { id } from '../fields.ts';

/** Formats of the files of reports. */
export const REPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Reports of which files can be written. */
export const REPORT_KINDS = [
  'overview',
  'stops',
  'overspeeds',
  'fenceVisits',
  'fenceVisitSums',
  'warns',
  'warnCount',
  'locations',
  'notices',
  'alarmHandling',
  'instructions',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Titles of reports and of their files. */
export const REPORT_NAMES: Readonly<Record<ReportKind, Readonly<Record<Language, string>>>> = {
  overview: { zh_CN: '运行总览', en_US: 'Operation overview' },
  locations: { zh_CN: '定位数据', en_US: 'Positions' },
  stops: { zh_CN: '停留记录', en_US: 'Stops' },
  warns: { zh_CN: '报警数据', en_US: 'Alarms' },
  warnCount: { zh_CN: '报警统计', en_US: 'Alarm statistics' },
  overspeeds: { zh_CN: '超速记录', en_US: 'Overspeeds' },
  fenceVisits: { zh_CN: '围栏数据', en_US: 'Fence visits' },
  fenceVisitSums: { zh_CN: '围栏统计', en_US: 'Fence statistics' },
  notices: { zh_CN: '通知记录', en_US: 'Notifications' },
  alarmHandling: { zh_CN: '报警处理记录', en_US: 'Alarm handling' },
  instructions: { zh_CN: '指令记录', en_US: 'Instructions' },
};

/** What the payload of each export of a report has besides its filter and order. */
export const reportFileFields = { format: z.enum(REPORT_FORMATS).default('xlsx') };

export const reportFileResult = z.object({ taskProgressId: id });

/** `export-too-large` is a failure of the task, not of the call. */
export const REPORT_FILE_ERRORS = [
  'task-limit',
  'task-queue-full',
  'export-empty',
  'export-too-large',
] as const satisfies readonly ErrorName[];
