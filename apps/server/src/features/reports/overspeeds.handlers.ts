import { overspeedFilter } from '@wakeline/contract/reports/overspeeds';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import {
  readOverspeedGroups,
  readOverspeedPeriod,
  readOverspeedSum,
  readOverspeeds,
} from '../../reports/overspeeds.ts';
import { reportDays } from '../../reports/report-days.ts';
import { readTotalRunningTime } from '../../reports/running-time.ts';
import {
  presentOverspeedGroup,
  presentOverspeedSums,
  presentOverspeeds,
  shareOf,
} from './present-overspeeds.ts';
import { requireRecordDays } from './record-days.ts';

/** Overspeeds of devices. */
export function overspeedHandlers({
  db,
  reads,
  tasks,
  addresses,
}: ReportHandlerDependencies & { readonly addresses: Addresses }): Pick<
  Handlers,
  'queryOverSpeedRecord' | 'queryOverSpeedSums' | 'exportOverSpeedRecord'
> {
  return {
    async queryOverSpeedRecord({ sort, direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = overspeedFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const period = await readOverspeedPeriod(reads, caller, filter, days);
      const page = { sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readOverspeeds(reads, caller, filter, period, page);
      const sum = await readOverspeedSum(reads, caller, filter, period);
      const running = await readTotalRunningTime(reads, caller, filter, days, now);
      const describe = { addresses, getAddress: addresses.getImmediate };
      return {
        list: [...(await presentOverspeeds(reads, caller, rows, running.period, describe))],
        total: sum.count,
        sum: { ...presentOverspeedSums(sum), share: shareOf(sum.duration, running.total) },
      };
    },

    async queryOverSpeedSums({ by, pageIndex, pageSize, ...payload }, caller) {
      const filter = overspeedFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const period = await readOverspeedPeriod(reads, caller, filter, days);
      const page = { by, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readOverspeedGroups(reads, caller, filter, period, page);
      return {
        list: rows.map(presentOverspeedGroup),
        total: rows[0]?.total ?? 0,
      };
    },

    async exportOverSpeedRecord({ sort, direction, format, ...payload }, caller, call) {
      const filter = overspeedFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const period = await readOverspeedPeriod(reads, caller, filter, days);
      const { count: total } = await readOverspeedSum(reads, caller, filter, period);
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'overspeeds', filter, order: { sort, direction }, format, total },
      });
    },
  };
}
