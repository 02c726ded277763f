import { importPlanes } from '@wakeline/contract/aviation/plane-import';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { requireRequester } from '../../../identity/requester.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { PLANE_COLUMNS } from '../plane-columns.ts';
import type { ImportPlanesSubject } from './import-planes.task.ts';
import { readPlaneSheet } from './read-plane-sheet.ts';
import { createPlaneResolver } from './resolve-planes.ts';
import { storePlanes } from './store-planes.ts';

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Stores the planes of a sheet. As with devices, all rows are checked first, and the valid ones are stored in the transaction
 * that ends the task; the rows with errors become a sheet.
 */
export function importPlanesWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportPlanesSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId: subject.userId }, importPlanes.access, clock.now());
      const requester = await requireRights();
      const path = await uploadPathOf(files, subject);
      const results = readPlaneSheet({ path, language, timeZone }, signal);
      const resolve = await createPlaneResolver(db, requester);
      const options = { columns: PLANE_COLUMNS, fileName, language, requireRights, resolve, progress };
      const { accepted, failed, file } = await checkSheet(files, results, options);
      const planes = accepted.flat();
      const outcome = { added: planes.length, failed };
      const store = { requester, planes, now: clock.now(), outcome, subject };
      return { ...file, outcome, commit: (tx) => storePlanes(tx, store) };
    },
  };
}
