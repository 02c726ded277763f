import { overviewFilter } from '@wakeline/contract/reports/overview';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import { readOverview, readOverviewSum } from '../../reports/overview.ts';
import { reportDays } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { presentFigures, presentOverviewRow } from './present-overview.ts';

/** The operation overview: sums of devices and days. */
export function overviewHandlers(db: Db): Pick<Handlers, 'queryOperaOverview'> {
  return {
    async queryOperaOverview({ sort, direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = overviewFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const page = { sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readOverview(db, caller, filter, days, page, now);
      const sum = await readOverviewSum(db, caller, filter, days, now);
      return {
        list: rows.map(presentOverviewRow),
        total: rows[0]?.total ?? 0,
        sum: presentFigures(sum),
        recomputing: await countRecomputing(db, devicesOfReport(db, caller, filter), days),
      };
    },
  };
}
