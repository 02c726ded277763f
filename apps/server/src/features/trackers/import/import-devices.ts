import { NamedError } from '@wakeline/contract/errors';
import { importDevices } from '@wakeline/contract/trackers/import';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import type { Caller } from '../../../identity/caller.ts';
import { requireRequester } from '../../../identity/requester.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import type { TrackerForm } from '../../../trackers/write.ts';
import { failureColumns, failureSheetName, toFailureRow } from './failure-sheet.ts';
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
export function importDevicesWorker(dependencies: ImportDependencies): TaskWorker<ImportDevicesSubject> {
  const { db, files, clock } = dependencies;

  /** @throws NamedError `not-allowed` */
  function readRequester({ accountId, subject }: TaskRun<ImportDevicesSubject>): Promise<Caller> {
    return requireRequester(db, { accountId, userId: subject.userId }, importDevices.access, clock.now());
  }

  return {
    async run(run) {
      const { subject, signal, progress } = run;
      const { language, timeZone } = subject;
      const requester = await readRequester(run);
      const path = await pathOf(files, subject.stored);
      const resolve = await createRowResolver(db, requester);
      const accepted: TrackerForm[][] = [];
      let failed = 0;

      async function* failureBatches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        let total = 1;
        let read = 0;
        for await (const result of readDeviceSheet({ path, language, timeZone }, signal)) {
          if (!('rows' in result)) {
            total = Math.max(1, result.total);
            continue;
          }
          await readRequester(run);
          const rows = await resolve(result.rows);
          accepted.push(rows.flatMap(({ form }) => (form === null ? [] : [form])));
          const failures = rows.filter(({ form }) => form === null);
          failed += failures.length;
          yield failures.map((row) => toFailureRow(row, language));
          read += rows.length;
          await progress(CHECK_PROGRESS * Math.min(1, read / total));
        }
      }

      const name = failureSheetName(subject.fileName, language);
      const columns = failureColumns(language);
      const written = await files.write(writeXlsx({ name, columns, batches: failureBatches() }));
      const added = accepted.reduce((sum, batch) => sum + batch.length, 0);
      if (failed === 0) await files.discard([written.fileId]);
      const file =
        failed === 0 ? { written: null } : { written, mediaType: XLSX_MEDIA_TYPE, name: `${name}.xlsx` };
      const store = { requester, accepted, now: clock.now(), outcome: { added, failed }, subject };
      return { ...file, outcome: store.outcome, commit: (tx) => storeDevices(tx, store) };
    },
  };
}

/** @throws NamedError `file-unknown` */
async function pathOf(files: Files, fileId: string): Promise<string> {
  const file = await files.find(fileId);
  const path = file === null ? null : await files.pathOf(file);
  if (path === null) throw new NamedError('file-unknown');
  return path;
}
