import { batchCreatePeople } from '@wakeline/contract/people/people-import';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { requireRequester } from '../../../identity/requester.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { PERSON_COLUMNS } from '../person-columns.ts';
import type { ImportPeopleSubject } from './import-people.task.ts';
import { readPersonSheet } from './read-person-sheet.ts';
import { createPersonResolver } from './resolve-people.ts';
import { storePeople } from './store-people.ts';

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/**
 * Stores the people of a sheet: all rows are checked first, and the valid ones are stored in the transaction that ends the task;
 * the rows with errors become a sheet.
 */
export function importPeopleWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportPeopleSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone, userId } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId }, batchCreatePeople.access, clock.now());
      const requester = await requireRights();
      const path = await uploadPathOf(files, subject);
      const results = readPersonSheet({ path, language, timeZone }, signal);
      const resolve = await createPersonResolver(db, requester);
      const options = { columns: PERSON_COLUMNS, fileName, language, requireRights, resolve, progress };
      const { accepted, failed, file } = await checkSheet(files, results, options);
      const people = accepted.flat();
      const outcome = { added: people.length, failed };
      const store = { requester, people, now: clock.now(), outcome, subject };
      return { ...file, outcome, commit: (tx) => storePeople(tx, store) };
    },
  };
}
