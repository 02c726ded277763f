import type { Language } from '@wakeline/contract/entities/user-config';
import { exportPeopleExcel } from '@wakeline/contract/people/people';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { countPeople, readPeople } from '../../people/people.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportPeopleSubject } from './export-people.task.ts';
import { personColumns, toPersonCells } from './person-columns.ts';

/** People per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '人员', en_US: 'People' };

interface ExportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/** Writes the people that the requester sees at run time to a sheet, page by page. */
export function exportPeopleWorker({
  db,
  files,
  clock,
}: ExportDependencies): TaskWorker<ExportPeopleSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language } = subject;
      const { access } = exportPeopleExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countPeople(db, requester, filter);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        const order = { sort: 'raceNumber', direction: 'ascending', pageSize: PAGE_SIZE } as const;
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const rows = await readPeople(db, requester, filter, { ...order, pageIndex });
          if (rows.length === 0) return;
          yield rows.map((row) => toPersonCells(row, language));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: personColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
