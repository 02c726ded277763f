import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { exportOperaOverview } from '@wakeline/contract/reports/overview';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import { readOverviewPages, readOverviewPeriod } from '../../reports/overview.ts';
import { devicesOfReport, readChosenNames } from '../../reports/report-devices.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportOverviewSubject } from './export-overview.task.ts';
import { aboutOverview } from './overview-about.ts';
import { createOverviewWriter, overviewColumns } from './overview-columns.ts';
import { requireOverviewDays } from './overview-days.ts';
import { presentOverviewRow } from './present-overview.ts';

/** Rows of a sheet below its headings. */
const MAX_SHEET_ROWS = 1_048_575;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '运行总览', en_US: 'Operation overview' };

/** Writes the overview that the requester sees at run time to a sheet. All rows are of one moment. */
export function exportOverviewWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportOverviewSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, order, language, timeZone } = subject;
      const { access } = exportOperaOverview;
      const now = clock.now();
      const requester = await requireRequester(db, { accountId, userId }, access, now);
      const days = requireOverviewDays(filter, timeZone);
      const names = await readChosenNames(db, requester, filter);
      const recomputing = await countRecomputing(db, devicesOfReport(db, requester, filter), days);
      const sheetOptions = { by: filter.by, language, timeZone };
      const toCells = createOverviewWriter(sheetOptions);
      const file = await db.transaction().execute((tx) => {
        async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
          let written = 0;
          const period = await readOverviewPeriod(tx, requester, filter, days, now);
          for await (const rows of readOverviewPages(tx, requester, filter, period, order)) {
            signal.throwIfAborted();
            const total = rows[0]?.total ?? 0;
            if (total > MAX_SHEET_ROWS) throw new NamedError('export-too-large');
            yield rows.map((row) => toCells(presentOverviewRow(row)));
            written += rows.length;
            await progress(Math.min(1, written / total));
          }
        }
        return writeSheetFile(files, pages(), {
          ...{ format: subject.format, language, timeZone, now, name: NAME },
          columns: overviewColumns(sheetOptions),
          about: aboutOverview({
            filter,
            language,
            timeZone,
            now,
            login: requester.login,
            recomputing,
            ...names,
          }),
        });
      });
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
