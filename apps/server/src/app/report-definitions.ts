import { overviewReport } from '../features/reports/overview-report.ts';
import type { ReportDefinitions } from '../report-files/report-definition.ts';

/** The reports of all features of which files can be written. */
export const REPORT_DEFINITIONS = {
  overview: overviewReport,
} satisfies ReportDefinitions;
