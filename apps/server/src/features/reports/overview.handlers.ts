import { NamedError } from '@wakeline/contract/errors';
import { overviewFilter } from '@wakeline/contract/reports/overview';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import { readOverview, readOverviewPeriod, readOverviewSum } from '../../reports/overview.ts';
import { countReportDevices, devicesOfReport } from '../../reports/report-devices.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { exportOverviewTask } from './export-overview.task.ts';
import { requireOverviewDays } from './overview-days.ts';
import { presentFigures, presentOverviewRow } from './present-overview.ts';

/** The operation overview: sums of devices and days. */
export function overviewHandlers({
  db,
  tasks,
}: {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}): Pick<Handlers, 'queryOperaOverview' | 'exportOperaOverview'> {
  return {
    async queryOperaOverview({ sort, direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = overviewFilter.parse(payload);
      const days = requireOverviewDays(filter, caller.timeZone);
      const page = { sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const period = await readOverviewPeriod(db, caller, filter, days, now);
      const rows = await readOverview(db, caller, filter, period, page);
      const sum = await readOverviewSum(db, caller, filter, period);
      return {
        list: rows.map(presentOverviewRow),
        total: rows[0]?.total ?? 0,
        sum: presentFigures(sum),
        recomputing: await countRecomputing(db, devicesOfReport(db, caller, filter), days),
      };
    },

    async exportOperaOverview({ sort, direction, format, ...payload }, caller, call) {
      const filter = overviewFilter.parse(payload);
      const days = requireOverviewDays(filter, caller.timeZone);
      const devices = await countReportDevices(db, caller, filter);
      if (devices === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, order: { sort, direction }, format, language, timeZone };
        const definition = exportOverviewTask;
        const total = filter.by === 'deviceDay' ? devices * days.days.length : devices;
        return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
      });
      return { taskProgressId };
    },
  };
}
