import { locationFilter } from '@wakeline/contract/reports/locations';
import type { Handlers } from '../../http/handler.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { PositionStore } from '../../positions/position-store.ts';
import { countFixes, readFixesBefore } from '../../positions/read-fix-pages.ts';
import { type ReportHandlerDependencies, startReportExport } from '../../report-files/start-report-export.ts';
import { findLocations, presentFix } from './locations.ts';
import { requireRecordDays } from './record-days.ts';

/** Fixes of devices. */
export function locationHandlers({
  db,
  reads,
  positions,
  tasks,
  addresses,
}: ReportHandlerDependencies & { readonly addresses: Addresses; readonly positions: PositionStore }): Pick<
  Handlers,
  'queryLocationData' | 'exportLocationData'
> {
  return {
    async queryLocationData({ before, pageSize, ...payload }, caller, { now }) {
      const filter = locationFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const search = await findLocations(reads, caller, filter, days, now);
      const fixes = await readFixesBefore({ db: reads, positions }, search.spans, {
        before,
        limit: pageSize + 1,
      });
      const page = fixes.slice(0, pageSize);
      const { language } = caller;
      await addresses.preload(
        page.map(({ report }) => report.fix),
        language,
      );
      const describe = (latitude: number, longitude: number) =>
        addresses.getKnown(latitude, longitude, language);
      const last = page.at(-1);
      return {
        list: page.map((fix) => presentFix(fix, search, describe)),
        next:
          fixes.length > pageSize && last !== undefined
            ? { time: last.report.time, trackerId: last.trackerId }
            : null,
      };
    },

    async exportLocationData({ format, ...payload }, caller, call) {
      const filter = locationFilter.parse(payload);
      const days = requireRecordDays(filter, caller.timeZone);
      const { spans } = await findLocations(reads, caller, filter, days, call.now);
      return startReportExport({ db, tasks }, caller, call, {
        ...{
          report: 'locations',
          filter,
          order: {},
          format,
          total: await countFixes({ db: reads, positions }, spans),
        },
      });
    },
  };
}
