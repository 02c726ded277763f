import type { TaskWorker } from '../tasks/kinds.ts';
import type { ExportReportSubject } from './export-report.task.ts';
import { type ReportDependencies, writeReport } from './write-report.ts';

/** Writes the file of a report that a user requested. */
export function exportReportWorker(dependencies: ReportDependencies): TaskWorker<ExportReportSubject> {
  return {
    run: ({ accountId, subject, signal, progress }) =>
      writeReport(dependencies, { ...subject, accountId }, { signal, progress }),
  };
}
