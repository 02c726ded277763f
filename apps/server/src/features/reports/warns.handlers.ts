import { warnCountFilter, warnFilter } from '@wakeline/contract/reports/warns';
import { typesOfLevel } from '@wakeline/domain/notices/alarm-level';
import { readAlarmRecords, readAlarmSums } from '../../events/alarm-records.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { DeviceStores } from '../../positions/position-store.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import { reportDays } from '../../reports/report-days.ts';
import { countWarns } from './count-warns.ts';
import { presentWarnSum, presentWarns } from './present-warns.ts';
import { requireRecordDays } from './record-days.ts';
import { findWarns } from './warn-search.ts';

type WarnOperation = 'queryWarnData' | 'exportWarnData' | 'queryWarnCount' | 'exportWarnCount';

const LEVELS = { urgent: typesOfLevel('urgent'), info: typesOfLevel('info') };

/** Alarms of devices, and their numbers. */
export function warnHandlers({
  db,
  reads,
  positions,
  eventArchive,
  tasks,
  addresses,
}: ReportHandlerDependencies & DeviceStores & { readonly addresses: Addresses }): Pick<
  Handlers,
  WarnOperation
> {
  return {
    async queryWarnData({ direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = warnFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const search = await findWarns({ db: reads, eventArchive }, caller, filter, days, now);
      const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const [rows, sums] = await Promise.all([
        readAlarmRecords(reads, search, direction, page),
        readAlarmSums(reads, search, { by: 'total', days: [], timeZone: caller.timeZone, ...LEVELS }),
      ]);
      const sum = presentWarnSum(sums);
      const describe = { addresses, getAddress: addresses.getImmediate, now };
      return {
        list: await presentWarns({ db: reads, positions, eventArchive }, caller, rows, describe),
        total: sum.alarms,
        sum,
        abilities: { handle: caller.permission !== 'viewer' },
      };
    },

    async exportWarnData({ direction, format, ...payload }, caller, call) {
      const filter = warnFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const search = await findWarns({ db: reads, eventArchive }, caller, filter, days, call.now);
      const options = { by: 'total', days: [], timeZone: caller.timeZone, ...LEVELS } as const;
      const { alarms } = presentWarnSum(await readAlarmSums(reads, search, options));
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'warns', filter, order: { direction }, format, total: alarms },
      });
    },

    async queryWarnCount({ sort, direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = warnCountFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const { rows, sum } = await countWarns(
        { db: reads, eventArchive },
        caller,
        filter,
        { sort, direction },
        days,
        now,
      );
      const first = (pageIndex - 1) * pageSize;
      return { list: rows.slice(first, first + pageSize), total: rows.length, sum };
    },

    async exportWarnCount({ sort, direction, format, ...payload }, caller, call) {
      const filter = warnCountFilter.parse(payload);
      const days = reportDays(filter.startDay, filter.endDay, caller.timeZone);
      const { rows } = await countWarns(
        { db: reads, eventArchive },
        caller,
        filter,
        { sort, direction },
        days,
        call.now,
      );
      return startReportExport({ db, tasks }, caller, call, {
        ...{ report: 'warnCount', filter, order: { sort, direction }, format, total: rows.length },
      });
    },
  };
}
