import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../../db/database.ts';
import { ByteChunks, type Handlers } from '../../../http/handler.ts';
import type { Caller } from '../../../identity/caller.ts';
import { visibilityOf } from '../../../satellite/visibility.ts';
import { addImportTask, type ImportTaskDependencies } from '../../../sheet-import/import-task.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { ACCOUNT_COLUMNS } from '../account-columns.ts';
import { importBdUsersTask } from './import-accounts.task.ts';
import { readAccountSheet } from './read-account-sheet.ts';
import { createAccountResolver } from './resolve-accounts.ts';
import { writeAccountTemplate } from './template.ts';

type ImportOperation = 'importBdUsers' | 'getBdUserTemplate';

/** Creating and changing communication accounts from a spreadsheet. */
export function accountImportHandlers(dependencies: ImportTaskDependencies): Pick<Handlers, ImportOperation> {
  const { db } = dependencies;
  return {
    async importBdUsers({ file, save }, caller, call) {
      if (file.size > LIMITS.sheetBytes) throw new NamedError('sheet-too-large');
      if (!save) return { taskProgressId: null, ...(await previewAccounts(db, caller, file.path)) };
      const taskProgressId = await addImportTask(
        dependencies,
        importBdUsersTask,
        { file, more: {} },
        caller,
        call,
      );
      return { taskProgressId, total: 0, failed: 0, columns: [], unknownColumns: [], rows: [] };
    },

    async getBdUserTemplate({ lang }, caller) {
      return new ByteChunks(writeAccountTemplate(visibilityOf(caller).networks, lang));
    },
  };
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
async function previewAccounts(db: Db, caller: Caller, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readAccountSheet({ path, language, timeZone }), {
    columns: ACCOUNT_COLUMNS,
    secret: 'password',
    language,
    resolve: await createAccountResolver(db, caller),
  });
}
