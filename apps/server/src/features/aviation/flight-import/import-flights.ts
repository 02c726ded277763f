import { batchCreateFlights } from '@wakeline/contract/aviation/flight-import';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { requireRequester } from '../../../identity/requester.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { FLIGHT_COLUMNS } from './flight-sheet-columns.ts';
import type { ImportFlightsSubject } from './import-flights.task.ts';
import { readFlightSheet } from './read-flight-sheet.ts';
import { createFlightResolver } from './resolve-flights.ts';
import { storeFlights } from './store-flights.ts';

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Stores the flights of a sheet. As with devices, all rows are checked first, and the valid ones are stored in the transaction
 * that ends the task; the rows with errors become a sheet.
 */
export function importFlightsWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportFlightsSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId: subject.userId }, batchCreateFlights.access, clock.now());
      const requester = await requireRights();
      const path = await uploadPathOf(files, subject);
      const results = readFlightSheet({ path, language, timeZone }, signal);
      const resolve = await createFlightResolver(db, requester);
      const options = { columns: FLIGHT_COLUMNS, fileName, language, requireRights, resolve, progress };
      const { accepted, failed, file } = await checkSheet(files, results, options);
      const flights = accepted.flat();
      const outcome = { added: flights.length, failed };
      const store = { requester, flights, now: clock.now(), outcome, subject };
      return { ...file, outcome, commit: (tx) => storeFlights(tx, store) };
    },
  };
}
