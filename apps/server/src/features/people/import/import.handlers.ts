import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import type { Caller } from '../../../identity/caller.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { PERSON_COLUMNS } from '../person-columns.ts';
import { importPeopleTask } from './import-people.task.ts';
import { readPersonSheet } from './read-person-sheet.ts';
import { createPersonResolver } from './resolve-people.ts';
import { writePeopleTemplate } from './template.ts';

/** Creating people from a spreadsheet. */
export function peopleImportHandlers(
  dependencies: ImportTaskDependencies,
): Pick<Handlers, 'batchCreatePeople' | 'getPeopleTemplate'> {
  const { db } = dependencies;
  return {
    async batchCreatePeople({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewPeople(db, caller, file.path)) };
      const taskProgressId = await addImportTask(
        dependencies,
        importPeopleTask,
        { file, more: {} },
        caller,
        call,
      );
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getPeopleTemplate({ lang }) {
      return new ByteChunks(writePeopleTemplate(lang));
    },
  };
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
async function previewPeople(db: Db, caller: Caller, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readPersonSheet({ path, language, timeZone }), {
    columns: PERSON_COLUMNS,
    language,
    resolve: await createPersonResolver(db, caller),
  });
}
