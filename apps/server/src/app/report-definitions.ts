import { instructionReport } from '../features/instructions/instruction-report.ts';
import { findObjectsAt } from '../features/map-objects/objects-at.ts';
import { alarmHandlingReport } from '../features/notices/alarm-report.ts';
import { noticeReport } from '../features/notices/notice-report.ts';
import { createFenceVisitReport, fenceVisitSumsReport } from '../features/reports/fence-visit-reports.ts';
import { createLocationReport } from '../features/reports/location-report.ts';
import { createOverspeedReport } from '../features/reports/overspeed-report.ts';
import { overviewReport } from '../features/reports/overview-report.ts';
import { createStopReport } from '../features/reports/stop-report.ts';
import { createWarnReport, warnCountReport } from '../features/reports/warn-reports.ts';
import type { Addresses } from '../places/addresses.ts';
import type { PositionStore } from '../positions/position-store.ts';
import type { ReportDefinitions } from '../report-files/report-definition.ts';

/** The reports of all features of which files can be written. */
export function createReportDefinitions({
  addresses,
  positions,
}: {
  readonly addresses: Addresses;
  readonly positions: PositionStore;
}): ReportDefinitions {
  return {
    overview: overviewReport,
    warns: createWarnReport({ addresses, positions }),
    warnCount: warnCountReport,
    locations: createLocationReport({ addresses, positions }),
    stops: createStopReport({ addresses, findObjectsAt, positions }),
    overspeeds: createOverspeedReport(addresses),
    fenceVisits: createFenceVisitReport(addresses),
    fenceVisitSums: fenceVisitSumsReport,
    notices: noticeReport,
    alarmHandling: alarmHandlingReport,
    instructions: instructionReport,
  };
}
