import { exportFlightsExcel } from '@wakeline/contract/aviation/flights';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { countFlights, readFlights } from '../../aviation/flights.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { accountScope } from '../../identity/scope.ts';
import { readRouteNames } from '../../rules/rule-references.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportFlightsSubject } from './export-flights.task.ts';
import { flightColumns, toFlightCells } from './flight-columns.ts';
import { presentFlight } from './present-flight.ts';

/** Flights per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '航班', en_US: 'Flights' };

/** Writes the flights that the requester sees at run time to a sheet, page by page. */
export function exportFlightsWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportFlightsSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportFlightsExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const now = clock.now();
      const total = await countFlights(db, requester, filter, now);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const page = { direction: 'ascending', pageIndex, pageSize: PAGE_SIZE } as const;
          const rows = await readFlights(db, requester, filter, page, now);
          if (rows.length === 0) return;
          const flights = rows.map((row) => presentFlight(row, false));
          const routeIds = new Set(flights.flatMap(({ routeId }) => routeId ?? []));
          const routeNames = await readRouteNames(db, accountScope(accountId), [...routeIds]);
          yield flights.map((flight) => toFlightCells(flight, { language, timeZone, routeNames }));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: flightColumns(language), now };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
