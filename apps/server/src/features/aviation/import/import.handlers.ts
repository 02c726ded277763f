import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import type { Caller } from '../../../identity/caller.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { PLANE_COLUMNS } from '../plane-columns.ts';
import { importPlanesTask } from './import-planes.task.ts';
import { readPlaneSheet } from './read-plane-sheet.ts';
import { createPlaneResolver } from './resolve-planes.ts';
import { writePlaneTemplate } from './template.ts';

/** Creating planes from a spreadsheet. */
export function planeImportHandlers(
  dependencies: ImportTaskDependencies,
): Pick<Handlers, 'importPlanes' | 'getPlaneTemplate'> {
  const { db } = dependencies;
  return {
    async importPlanes({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewPlanes(db, caller, file.path)) };
      const taskProgressId = await addImportTask(
        dependencies,
        importPlanesTask,
        { file, more: {} },
        caller,
        call,
      );
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getPlaneTemplate({ lang }) {
      return new ByteChunks(writePlaneTemplate(lang));
    },
  };
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
async function previewPlanes(db: Db, caller: Caller, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readPlaneSheet({ path, language, timeZone }), {
    columns: PLANE_COLUMNS,
    language,
    resolve: await createPlaneResolver(db, caller),
  });
}
