import { stopFilter } from '@wakeline/contract/reports/stops';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import type { DeviceStores } from '../../positions/position-store.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { readStopSums, readStops } from '../../reports/stops.ts';
import { presentStopDays, presentStopSum, presentStops } from './present-stops.ts';
import { requireRecordDays } from './record-days.ts';
import { type FindObjectsAt, findStops } from './stop-search.ts';

/** Stops of devices. */
export function stopHandlers({
  db,
  reads,
  positions,
  eventArchive,
  tasks,
  addresses,
  findObjectsAt,
}: ReportHandlerDependencies &
  DeviceStores & {
    readonly addresses: Addresses;
    readonly findObjectsAt: FindObjectsAt;
  }): Pick<Handlers, 'queryStopData' | 'exportStopData'> {
  return {
    async queryStopData({ sort, direction, pageIndex, pageSize, ...payload }, caller) {
      const filter = stopFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const search = await findStops(reads, caller, filter, days, findObjectsAt);
      const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const [rows, sums, recomputing] = await Promise.all([
        readStops(reads, caller, search, { sort, direction }, page),
        readStopSums(reads, caller, search),
        countRecomputing(reads, devicesOfReport(reads, caller, filter), days),
      ]);
      const describe = { addresses, getAddress: addresses.getImmediate, findObjectsAt };
      const sum = presentStopSum(sums);
      return {
        list: await presentStops({ db: reads, positions, eventArchive }, caller, rows, describe),
        total: sum.stops,
        sum,
        days: presentStopDays(sums, days),
        recomputing,
      };
    },

    async exportStopData({ sort, direction, format, ...payload }, caller, call) {
      const filter = stopFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const search = await findStops(reads, caller, filter, days, findObjectsAt);
      const { stops } = presentStopSum(await readStopSums(reads, caller, search));
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'stops', filter, order: { sort, direction }, format, total: stops },
      });
    },
  };
}
