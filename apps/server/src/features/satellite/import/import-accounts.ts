import { importBdUsers } from '@wakeline/contract/satellite/import';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { accountHashSource, hashQueued, passwordDigest } from '../../../identity/password.ts';
import { requireRequester } from '../../../identity/requester.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { ACCOUNT_COLUMNS } from '../account-columns.ts';
import type { ImportBdUsersSubject } from './import-accounts.task.ts';
import { readAccountSheet } from './read-account-sheet.ts';
import { createAccountResolver } from './resolve-accounts.ts';
import { type HashedAccount, storeAccounts } from './store-accounts.ts';

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/** Fraction of the progress after the check, and after the passwords were hashed, which is slow on purpose. */
const CHECK_PROGRESS = 0.3;
const HASH_PROGRESS = 0.9;

/**
 * Stores the communication accounts of a sheet. As with devices, all rows are checked first, and the valid ones are stored in
 * the transaction that ends the task; the rows with errors become a sheet.
 */
export function importBdUsersWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportBdUsersSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId: subject.userId }, importBdUsers.access, clock.now());
      const requester = await requireRights();
      const path = await uploadPathOf(files, subject);
      const results = readAccountSheet({ path, language, timeZone }, signal);
      const { accepted, failed, file } = await checkSheet(files, results, {
        columns: ACCOUNT_COLUMNS,
        fileName,
        language,
        requireRights,
        resolve: await createAccountResolver(db, requester),
        progress: (fraction) => progress(CHECK_PROGRESS * fraction),
      });
      const hashed: HashedAccount[] = [];
      const accounts = accepted.flat();
      for (const [index, { password, ...account }] of accounts.entries()) {
        signal.throwIfAborted();
        const hash =
          password === null ? null : await hashQueued(accountHashSource(requester), passwordDigest(password));
        hashed.push({ ...account, hash });
        if (hash !== null)
          await progress(CHECK_PROGRESS + ((HASH_PROGRESS - CHECK_PROGRESS) * (index + 1)) / accounts.length);
      }
      const added = hashed.filter(({ bdUserId }) => bdUserId === null);
      const changed = hashed.filter(
        ({ bdUserId, details, hash }) =>
          bdUserId !== null && (hash !== null || Object.keys(details).length > 0),
      );
      const outcome = { added: added.length, changed: changed.length, failed };
      const store = { requester, added, changed, now: clock.now(), outcome, subject };
      return { ...file, outcome, commit: (tx) => storeAccounts(tx, store) };
    },
  };
}
