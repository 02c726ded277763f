import { overviewFilter } from '@wakeline/contract/reports/overview';
import type { Handlers } from '../../http/handler.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import { readOverview, readOverviewPeriod, readOverviewSum } from '../../reports/overview.ts';
import { countReportDevices, devicesOfReport } from '../../reports/report-devices.ts';
import { readOverviewChart } from './overview-chart.ts';
import { requireOverviewDays } from './overview-days.ts';
import { presentFigures, presentOverviewRow } from './present-overview.ts';

/** The operation overview: sums of devices and days. */
export function overviewHandlers({
  db,
  reads,
  tasks,
}: ReportHandlerDependencies): Pick<
  Handlers,
  'queryOperaOverview' | 'queryOperaOverviewChart' | 'exportOperaOverview'
> {
  return {
    async queryOperaOverview({ sort, direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = overviewFilter.parse(payload);
      const days = requireOverviewDays(filter, caller.timeZone);
      const page = { sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const period = await readOverviewPeriod(reads, caller, filter, days, now);
      const rows = await readOverview(reads, caller, filter, period, page);
      const sum = await readOverviewSum(reads, caller, filter, period);
      return {
        list: rows.map(presentOverviewRow),
        total: rows[0]?.total ?? 0,
        sum: presentFigures(sum),
        recomputing: await countRecomputing(reads, devicesOfReport(reads, caller, filter), days),
      };
    },

    async queryOperaOverviewChart({ measure, ...payload }, caller, { now }) {
      const filter = overviewFilter.parse(payload);
      const days = requireOverviewDays(filter, caller.timeZone);
      const period = await readOverviewPeriod(reads, caller, filter, days, now);
      return readOverviewChart(reads, caller, filter, period, measure);
    },

    async exportOperaOverview({ sort, direction, format, ...payload }, caller, call) {
      const filter = overviewFilter.parse(payload);
      const days = requireOverviewDays(filter, caller.timeZone);
      const devices = await countReportDevices(reads, caller, filter);
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'overview', filter, order: { sort, direction }, format },
        total: filter.by === 'deviceDay' ? devices * days.days.length : devices,
      });
    },
  };
}
