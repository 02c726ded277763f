import { NamedError } from '@wakeline/contract/errors';
import type { ReportFormat, ReportKind } from '@wakeline/contract/reports/report-files';
import type { FilterOfReport, OrderOfReport } from '@wakeline/contract/reports/reports';
import type { Db } from '../db/database.ts';
import type { Call } from '../http/call.ts';
import { transactionAs } from '../http/transaction-as.ts';
import type { Caller } from '../identity/caller.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { exportReportTask } from './export-report.task.ts';

export interface ReportExportDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Of handlers that also show a report. */
export interface ReportHandlerDependencies extends ReportExportDependencies {
  /** For heavy reads. */
  readonly reads: Db;
}

/**
 * Adds the task that writes a report to a file in the language and the time zone of the caller.
 *
 * @throws NamedError `export-empty`, `task-limit`, `task-queue-full`
 */
export async function startReportExport<Kind extends ReportKind>(
  { db, tasks }: ReportExportDependencies,
  caller: Caller,
  call: Call,
  {
    total,
    ...request
  }: {
    readonly report: Kind;
    readonly filter: FilterOfReport<Kind>;
    readonly order: OrderOfReport<Kind>;
    readonly format: ReportFormat;
    /** The number of rows, or an estimate; 0: there is nothing to export. */
    readonly total: number;
  },
): Promise<{ readonly taskProgressId: number }> {
  if (total === 0) throw new NamedError('export-empty');
  const { accountId, userId, language, timeZone } = caller;
  const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
    await tasks.requireQuota(tx, accountId, call.now);
    const subject = { ...request, userId, language, timeZone };
    return tasks.add(tx, { accountId, userId, definition: exportReportTask, subject, total, now: call.now });
  });
  return { taskProgressId };
}
