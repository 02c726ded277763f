import type { Language } from '@wakeline/contract/entities/user-config';
import { exportEobBdMsgExcelFile } from '@wakeline/contract/satellite/batches';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { countMessages } from '../../satellite/count-messages.ts';
import { type MessageCursor, readMessages } from '../../satellite/read-messages.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import { withWaits } from '../../satellite/waits.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportEobBdMsgsSubject } from './export-messages.task.ts';
import { createMessageWriter, messageColumns } from './message-columns.ts';

/** Messages per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 500;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '卫星消息记录', en_US: 'Satellite messages' };

/** Writes the messages that the requester sees at run time to a sheet, page by page, newest first. */
export function exportEobBdMsgsWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportEobBdMsgsSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportEobBdMsgExcelFile;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const visibility = visibilityOf(requester, filter.role);
      const total = await countMessages(db, visibility, filter);
      const toCells = createMessageWriter(language, timeZone);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        let before: MessageCursor | undefined;
        for (let written = 0; ; ) {
          signal.throwIfAborted();
          const rows = await readMessages(db, visibility, filter, { before, limit: PAGE_SIZE });
          const last = rows.at(-1);
          if (last === undefined) return;
          yield (await withWaits(db, rows, clock.now())).map(toCells);
          before = { createTime: last.created_at.getTime(), messageId: last.message_id };
          written += rows.length;
          await progress(Math.min(1, written / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: messageColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
