import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import type { Caller } from '../../../identity/caller.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { FLIGHT_COLUMNS } from './flight-sheet-columns.ts';
import { importFlightsTask } from './import-flights.task.ts';
import { readFlightSheet } from './read-flight-sheet.ts';
import { createFlightResolver } from './resolve-flights.ts';
import { writeFlightTemplate } from './template.ts';

/** Creating flights from a spreadsheet. */
export function flightImportHandlers(
  dependencies: ImportTaskDependencies,
): Pick<Handlers, 'batchCreateFlights' | 'getFlightTemplate'> {
  const { db } = dependencies;
  return {
    async batchCreateFlights({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewFlights(db, caller, file.path)) };
      const taskProgressId = await addImportTask(
        dependencies,
        importFlightsTask,
        { file, more: {} },
        caller,
        call,
      );
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getFlightTemplate({ lang }) {
      return new ByteChunks(writeFlightTemplate(lang));
    },
  };
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
async function previewFlights(db: Db, caller: Caller, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readFlightSheet({ path, language, timeZone }), {
    columns: FLIGHT_COLUMNS,
    language,
    resolve: await createFlightResolver(db, caller),
  });
}
