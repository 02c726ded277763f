import { z } from 'zod';
import { exportInstructions, instructionReportFilter } from '../instructions.ts';
import { alarmReportFilter, exportMsgData } from '../notices/alarms.ts';
import { exportMessageListExcel, noticeReportFilter } from '../notices/notices.ts';
import type { Access } from '../operation.ts';
import {
  exportFenceDataRecord,
  exportFenceDataSums,
  fenceVisitFilter,
  fenceVisitOrder,
  fenceVisitSumsFilter,
  fenceVisitSumsOrder,
} from './fence-visits.ts';
import { exportLocationData, locationFilter } from './locations.ts';
import { exportOverSpeedRecord, overspeedFilter, overspeedOrder } from './overspeeds.ts';
import { exportOperaOverview, overviewFilter, overviewOrder } from './overview.ts';
import type { ReportKind } from './report-files.ts';
import type { reportFilter } from './report-filter.ts';
import { exportStopData, stopFilter, stopOrder } from './stops.ts';
import {
  exportWarnCount,
  exportWarnData,
  warnCountFilter,
  warnCountOrder,
  warnFilter,
  warnOrder,
} from './warns.ts';

/** A report of which files can be written: who may, and what of it can be chosen. */
export interface Report {
  readonly access: Access;
  readonly filter: z.ZodObject<typeof reportFilter>;
  readonly order: z.ZodObject;
}

export const REPORTS = {
  overview: {
    access: exportOperaOverview.access,
    filter: overviewFilter,
    order: z.object(overviewOrder),
  },
  warns: { access: exportWarnData.access, filter: warnFilter, order: z.object(warnOrder) },
  warnCount: {
    access: exportWarnCount.access,
    filter: warnCountFilter,
    order: z.object(warnCountOrder),
  },
  locations: { access: exportLocationData.access, filter: locationFilter, order: z.object({}) },
  notices: { access: exportMessageListExcel.access, filter: noticeReportFilter, order: z.object({}) },
  alarmHandling: { access: exportMsgData.access, filter: alarmReportFilter, order: z.object({}) },
  instructions: { access: exportInstructions.access, filter: instructionReportFilter, order: z.object({}) },
  stops: { access: exportStopData.access, filter: stopFilter, order: z.object(stopOrder) },
  overspeeds: {
    access: exportOverSpeedRecord.access,
    filter: overspeedFilter,
    order: z.object(overspeedOrder),
  },
  fenceVisits: {
    access: exportFenceDataRecord.access,
    filter: fenceVisitFilter,
    order: z.object(fenceVisitOrder),
  },
  fenceVisitSums: {
    access: exportFenceDataSums.access,
    filter: fenceVisitSumsFilter,
    order: z.object(fenceVisitSumsOrder),
  },
} as const satisfies Readonly<Record<ReportKind, Report>>;

export type FilterOfReport<Kind extends ReportKind> = z.output<(typeof REPORTS)[Kind]['filter']>;
export type OrderOfReport<Kind extends ReportKind> = z.output<(typeof REPORTS)[Kind]['order']>;
