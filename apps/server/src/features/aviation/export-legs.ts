import { exportLegsExcel } from '@wakeline/contract/aviation/legs';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { countLegs, readLegs } from '../../aviation/legs.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportLegsSubject } from './export-legs.task.ts';
import { legColumns, toLegCells } from './leg-columns.ts';
import { presentLeg } from './present-leg.ts';

/** Legs per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '航段', en_US: 'Legs' };

/** Writes the legs that the requester sees at run time to a sheet, page by page. */
export function exportLegsWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportLegsSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportLegsExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countLegs(db, requester, filter);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const rows = await readLegs(db, requester, filter, { pageIndex, pageSize: PAGE_SIZE });
          if (rows.length === 0) return;
          yield rows.map((row) => toLegCells(presentLeg(row), { language, timeZone }));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: legColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
