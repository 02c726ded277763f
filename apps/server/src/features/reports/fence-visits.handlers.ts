import { fenceVisitFilter, fenceVisitSumsFilter } from '@wakeline/contract/reports/fence-visits';
import type { EventHistory } from '../../events/event-archive.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import {
  readFenceVisitGroups,
  readFenceVisitPeriod,
  readFenceVisitSum,
  readFenceVisits,
} from '../../reports/fence-visits.ts';
import { reportDays } from '../../reports/report-days.ts';
import { presentFenceVisitGroup, presentFenceVisitSums, presentFenceVisits } from './present-fence-visits.ts';
import { requireRecordDays } from './record-days.ts';

type Operations =
  | 'queryFenceDataRecord'
  | 'queryFenceDataSums'
  | 'exportFenceDataRecord'
  | 'exportFenceDataSums';

/** Visits of fences, and their sums. */
export function fenceVisitHandlers({
  db,
  reads,
  eventArchive,
  tasks,
  addresses,
}: ReportHandlerDependencies & Pick<EventHistory, 'eventArchive'> & { readonly addresses: Addresses }): Pick<
  Handlers,
  Operations
> {
  return {
    async queryFenceDataRecord({ sort, direction, pageIndex, pageSize, ...payload }, caller) {
      const filter = fenceVisitFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const period = await readFenceVisitPeriod({ db: reads, eventArchive }, caller, filter, days);
      const page = { sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readFenceVisits(reads, caller, filter, period, page);
      const sum = await readFenceVisitSum(reads, caller, filter, period);
      const describe = { addresses, getAddress: addresses.getImmediate };
      return {
        list: [...(await presentFenceVisits(rows, caller, describe))],
        total: sum.visits,
        sum: presentFenceVisitSums(sum),
      };
    },

    async queryFenceDataSums({ sort, direction, pageIndex, pageSize, ...payload }, caller) {
      const filter = fenceVisitSumsFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const period = await readFenceVisitPeriod({ db: reads, eventArchive }, caller, filter, days);
      const page = { by: filter.by, sort, direction, limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readFenceVisitGroups(reads, caller, filter, period, page);
      const sum = await readFenceVisitSum(reads, caller, filter, period);
      return {
        list: rows.map(presentFenceVisitGroup),
        total: rows[0]?.total ?? 0,
        sum: presentFenceVisitSums(sum),
      };
    },

    async exportFenceDataRecord({ sort, direction, format, ...payload }, caller, call) {
      const filter = fenceVisitFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const period = await readFenceVisitPeriod({ db: reads, eventArchive }, caller, filter, days);
      const { visits: total } = await readFenceVisitSum(reads, caller, filter, period);
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'fenceVisits', filter, order: { sort, direction }, format, total },
      });
    },

    async exportFenceDataSums({ sort, direction, format, ...payload }, caller, call) {
      const filter = fenceVisitSumsFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const period = await readFenceVisitPeriod({ db: reads, eventArchive }, caller, filter, days);
      const { visits: total } = await readFenceVisitSum(reads, caller, filter, period);
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'fenceVisitSums', filter, order: { sort, direction }, format, total },
      });
    },
  };
}
