import { instructionReport } from '../features/instructions/instruction-report.ts';
import { findObjectsAt } from '../features/map-objects/objects-at.ts';
import { alarmHandlingReport } from '../features/notices/alarm-report.ts';
import { noticeReport } from '../features/notices/notice-report.ts';
import {
  createFenceVisitReport,
  createFenceVisitSumsReport,
} from '../features/reports/fence-visit-reports.ts';
import { createLocationReport } from '../features/reports/location-report.ts';
import { createOverspeedReport } from '../features/reports/overspeed-report.ts';
import { overviewReport } from '../features/reports/overview-report.ts';
import { createStopReport } from '../features/reports/stop-report.ts';
import { createWarnCountReport, createWarnReport } from '../features/reports/warn-reports.ts';
import type { Addresses } from '../places/addresses.ts';
import type { DeviceStores } from '../positions/position-store.ts';
import type { ReportDefinitions } from '../report-files/report-definition.ts';

/** The reports of all features of which files can be written. */
export function createReportDefinitions({
  addresses,
  ...stores
}: DeviceStores & { readonly addresses: Addresses }): ReportDefinitions {
  return {
    overview: overviewReport,
    warns: createWarnReport({ addresses, ...stores }),
    warnCount: createWarnCountReport(stores),
    locations: createLocationReport({ addresses, ...stores }),
    stops: createStopReport({ addresses, findObjectsAt, ...stores }),
    overspeeds: createOverspeedReport(addresses),
    fenceVisits: createFenceVisitReport({ addresses, ...stores }),
    fenceVisitSums: createFenceVisitSumsReport(stores),
    notices: noticeReport,
    alarmHandling: alarmHandlingReport,
    instructions: instructionReport,
  };
}
