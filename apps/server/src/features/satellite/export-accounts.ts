import type { Language } from '@wakeline/contract/entities/user-config';
import { exportBdUserExcelFile } from '@wakeline/contract/satellite/accounts';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { countAccounts, readAccounts } from '../../satellite/accounts.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import { accountColumns, toAccountCells } from './account-columns.ts';
import type { ExportBdUsersSubject } from './export-accounts.task.ts';

/** Accounts per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '通信账号', en_US: 'Communication accounts' };

/** Writes the communication accounts that the requester sees at run time to a sheet, page by page. */
export function exportBdUsersWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportBdUsersSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language } = subject;
      const { access } = exportBdUserExcelFile;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const visibility = visibilityOf(requester, filter.role);
      const total = await countAccounts(db, visibility, filter);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const rows = await readAccounts(db, visibility, filter, { pageIndex, pageSize: PAGE_SIZE });
          if (rows.length === 0) return;
          yield rows.map((row) => toAccountCells(row, language));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: accountColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
