import { exportPlanesExcel } from '@wakeline/contract/aviation/planes';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { countPlanes, readPlanes } from '../../aviation/planes.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportPlanesSubject } from './export-planes.task.ts';
import { planeColumns, toPlaneCells } from './plane-columns.ts';

/** Planes per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '飞机', en_US: 'Planes' };

/** Writes the planes that the requester sees at run time to a sheet, page by page. */
export function exportPlanesWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportPlanesSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language } = subject;
      const { access } = exportPlanesExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countPlanes(db, requester, filter);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const page = {
            sort: 'tailNumber',
            direction: 'ascending',
            pageIndex,
            pageSize: PAGE_SIZE,
          } as const;
          const rows = await readPlanes(db, requester, filter, page);
          if (rows.length === 0) return;
          yield rows.map((row) => toPlaneCells(row, requester, language));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: planeColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
