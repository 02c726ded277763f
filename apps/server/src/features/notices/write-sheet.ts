import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { Access } from '@wakeline/contract/operation';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { limitBytes } from '../../files/file-chunks.ts';
import type { Files } from '../../files/files.ts';
import type { Caller } from '../../identity/caller.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { formatLocalTime } from '../../local-time.ts';
import type { TaskResult, TaskRun } from '../../tasks/kinds.ts';

/** Objects per page. */
const PAGE_SIZE = 500;

type LocalizedText = Readonly<Record<Language, string>>;

export type SheetHeading = readonly [heading: LocalizedText, format: WrittenColumn['format']];

export interface SheetDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

interface SheetSubject {
  readonly userId: number;
  readonly language: Language;
  readonly timeZone: string;
}

interface SheetSource {
  readonly name: LocalizedText;
  readonly headings: readonly SheetHeading[];
  /** Of the operation that added the task. */
  readonly access: Access;
  readonly count: (reader: Caller) => Promise<number>;
  /** The objects before a number, newest first; null: no more. */
  readonly readPage: (
    reader: Caller,
    page: { readonly before: number | null; readonly limit: number },
  ) => Promise<{
    readonly rows: readonly (readonly WrittenCell[])[];
    /** Number of objects that were read. */
    readonly read: number;
    readonly before: number;
  } | null>;
}

/** Writes what the requester of a task sees at run time to a sheet, page by page, so that memory does not grow with it. */
export async function writeSheetOf<Subject extends SheetSubject>(
  { db, files, clock }: SheetDependencies,
  { accountId, subject, progress, signal }: TaskRun<Subject>,
  { name, headings, access, count, readPage }: SheetSource,
): Promise<TaskResult> {
  const { userId, language, timeZone } = subject;
  const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
  // The language and the time zone at the time of the request.
  const reader = { ...requester, language, timeZone };
  const total = await count(reader);
  async function* batches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    let written = 0;
    let before: number | null = null;
    for (;;) {
      signal.throwIfAborted();
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(reader, { before, limit: PAGE_SIZE });
      if (page === null) return;
      yield page.rows;
      before = page.before;
      written += page.read;
      await progress(Math.min(1, written / Math.max(1, total)));
    }
  }
  const columns = headings.map(([heading, format]) => ({ heading: heading[language], width: 20, format }));
  const sheet = { name: name[language], columns, batches: batches() };
  const written = await files.write(limitBytes(writeXlsx(sheet), LIMITS.exportBytes));
  const day = formatLocalTime(clock.now(), timeZone).slice(0, 10);
  const commit = confirmRequester(requester, access, () => clock.now());
  return { written, mediaType: XLSX_MEDIA_TYPE, name: `${name[language]} ${day}.xlsx`, commit };
}
