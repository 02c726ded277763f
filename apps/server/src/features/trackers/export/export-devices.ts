import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { exportDeviceDtosByEobUser, type SheetFormat } from '@wakeline/contract/trackers/import';
import { CSV_MEDIA_TYPE, writeCsvSheet } from '@wakeline/formats/spreadsheets/write-csv-sheet';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell, WrittenSheet } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { limitBytes } from '../../../files/file-chunks.ts';
import type { Files } from '../../../files/files.ts';
import { confirmRequester, requireRequester } from '../../../identity/requester.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import { readGroupPaths } from '../../../trackers/group-lookup.ts';
import { countSelected, readSelected } from '../../../trackers/read-selected.ts';
import { readIcons } from '../icons/tracker-icons.queries.ts';
import { createRowWriter, exportColumns } from './device-rows.ts';
import type { ExportDevicesSubject } from './export-devices.task.ts';

/** Trackers per page. */
const PAGE_SIZE = 1_000;
/** Trackers written together without yielding to the event loop: compressing them delays the reports of devices. */
const BATCH_SIZE = 200;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '设备', en_US: 'Devices' };

interface Writer {
  readonly mediaType: string;
  readonly write: (sheet: WrittenSheet) => AsyncGenerator<Uint8Array>;
}

const WRITERS: Readonly<Record<SheetFormat, Writer>> = {
  xlsx: { mediaType: XLSX_MEDIA_TYPE, write: writeXlsx },
  csv: { mediaType: CSV_MEDIA_TYPE, write: writeCsvSheet },
};

interface ExportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/** Writes the devices that the requester sees at run time to a sheet, page by page, so that memory does not grow with them. */
export function exportDevicesWorker({
  db,
  files,
  clock,
}: ExportDependencies): TaskWorker<ExportDevicesSubject> {
  return {
    async run({ accountId, subject, progress }) {
      const { userId, deviceFilter, format, language, timeZone } = subject;
      const now = clock.now();
      const { access } = exportDeviceDtosByEobUser;
      const requester = await requireRequester(db, { accountId, userId }, access, now);
      const selection = { filter: deviceFilter, now, pageSize: PAGE_SIZE };
      const total = await countSelected(db, requester, selection);
      const pages = readSelected(db, requester, selection);
      const [groups, icons] = await Promise.all([readGroupPaths(db, requester), readIcons(db, accountId)]);
      const toCells = createRowWriter({
        language,
        timeZone,
        now,
        groupPaths: new Map(groups.map(({ groupId, path }) => [groupId, path])),
        iconNames: new Map(icons.map(({ file_id, name }) => [file_id, name])),
      });
      async function* batches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        let written = 0;
        for await (const page of pages) {
          for (let at = 0; at < page.length; at += BATCH_SIZE) {
            yield page.slice(at, at + BATCH_SIZE).map(toCells);
            await yieldToEventLoop();
          }
          written += page.length;
          await progress(Math.min(1, written / Math.max(1, total)));
        }
      }
      const { mediaType, write } = WRITERS[format];
      const sheet = { name: NAME[language], columns: exportColumns(language), batches: batches() };
      const written = await files.write(limitBytes(write(sheet), LIMITS.exportBytes));
      const day = formatLocalTime(now, timeZone).slice(0, 10);
      const commit = confirmRequester(requester, access, () => clock.now());
      return { written, mediaType, name: `${NAME[language]} ${day}.${format}`, commit };
    },
  };
}
