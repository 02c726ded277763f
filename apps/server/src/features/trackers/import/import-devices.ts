import { importDevices } from '@wakeline/contract/trackers/import';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { requireRequester } from '../../../identity/requester.ts';
import { checkSheet } from '../../../sheet-import/check-sheet.ts';
import { uploadPathOf } from '../../../sheet-import/import-task.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { DEVICE_COLUMNS } from './device-columns.ts';
import type { ImportDevicesSubject } from './import-devices.task.ts';
import { readDeviceSheet } from './read-device-sheet.ts';
import { createRowResolver } from './resolve-rows.ts';
import { storeDevices } from './store-devices.ts';

interface ImportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/** Fraction of the progress before the devices are stored. */
const CHECK_PROGRESS = 0.8;

/**
 * Registers the devices of a sheet. All rows are checked first; then the valid ones are stored in the transaction that ends the
 * task, so that a cancelled, failed or interrupted task has stored nothing. The requester's rights are checked with each
 * batch and in that transaction. The rows with errors become a sheet that can be corrected and sent again.
 */
export function importDevicesWorker({
  db,
  files,
  clock,
}: ImportDependencies): TaskWorker<ImportDevicesSubject> {
  return {
    async run({ accountId, subject, signal, progress }) {
      const { fileName, language, timeZone } = subject;
      const requireRights = () =>
        requireRequester(db, { accountId, userId: subject.userId }, importDevices.access, clock.now());
      const requester = await requireRights();
      const path = await uploadPathOf(files, subject);
      const results = readDeviceSheet({ path, language, timeZone }, signal);
      const { accepted, failed, file } = await checkSheet(files, results, {
        columns: DEVICE_COLUMNS,
        fileName,
        language,
        requireRights,
        resolve: await createRowResolver(db, requester),
        progress: (fraction) => progress(CHECK_PROGRESS * fraction),
      });
      const added = accepted.reduce((sum, batch) => sum + batch.length, 0);
      const outcome = { added, failed };
      const store = { requester, accepted, now: clock.now(), outcome, subject };
      return { ...file, outcome, commit: (tx) => storeDevices(tx, store) };
    },
  };
}
