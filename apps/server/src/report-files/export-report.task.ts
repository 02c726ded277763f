import type { Language } from '@wakeline/contract/entities/user-config';
import { REPORT_NAMES } from '@wakeline/contract/reports/report-files';
import { REPORTS } from '@wakeline/contract/reports/reports';
import type { TaskDefinition } from '../tasks/kinds.ts';
import type { ReportRequest } from './write-report.ts';

/** What is stored of the request of a file. */
export interface ExportReportSubject extends Omit<ReportRequest, 'accountId' | 'userId' | 'filter'> {
  /** Requester: the file contains what they see when the task runs. */
  readonly userId: number;
  readonly filter: { readonly startDay: string; readonly endDay: string };
}

const NAMES: Readonly<Record<Language, (report: string, days: string, format: string) => string>> = {
  zh_CN: (report, days, format) => `导出${report} ${days}（.${format}）`,
  en_US: (report, days, format) => `Export ${report.toLowerCase()} ${days} (.${format})`,
};

/** Writes a file of any report. */
export const exportReportTask: TaskDefinition<ExportReportSubject, 'exportReport'> = {
  kind: 'exportReport',
  name: ({ report, filter: { startDay, endDay }, format }) => ({
    zh_CN: NAMES.zh_CN(REPORT_NAMES[report].zh_CN, `${startDay} 至 ${endDay}`, format),
    en_US: NAMES.en_US(REPORT_NAMES[report].en_US, `${startDay} to ${endDay}`, format),
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  retryAccess: ({ report }) => REPORTS[report].access,
};
