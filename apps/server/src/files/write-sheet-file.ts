import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import { CSV_MEDIA_TYPE, writeCsvSheet } from '@wakeline/formats/spreadsheets/write-csv-sheet';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { AboutSheet, WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { formatLocalTime } from '../local-time.ts';
import { limitBytes } from './file-chunks.ts';
import type { Files } from './files.ts';

export interface SheetOptions {
  readonly name: Readonly<Record<Language, string>>;
  readonly columns: readonly WrittenColumn[];
  readonly format: SheetFormat;
  readonly language: Language;
  readonly timeZone: string;
  readonly now: number;
  /** Of .xlsx files. */
  readonly about?: AboutSheet;
  /** A last row, of .xlsx files. */
  readonly sums?: readonly WrittenCell[];
}

/** Writes the pages of rows to a file that is named after the day, while they are read. */
export async function writeSheetFile(
  files: Files,
  pages: AsyncIterable<readonly (readonly WrittenCell[])[]>,
  { name, columns, format, language, timeZone, now, about, sums }: SheetOptions,
) {
  async function* batches() {
    for await (const page of pages) {
      yield page;
      await yieldToEventLoop();
    }
  }
  const sheet = {
    name: name[language],
    columns,
    batches: batches(),
    ...(about === undefined ? {} : { about }),
    ...(sums === undefined ? {} : { sums }),
  };
  const [mediaType, bytes] =
    format === 'xlsx' ? [XLSX_MEDIA_TYPE, writeXlsx(sheet)] : [CSV_MEDIA_TYPE, writeCsvSheet(sheet)];
  const written = await files.write(limitBytes(bytes, LIMITS.exportBytes));
  return { written, mediaType, name: exportName(name[language], now, { timeZone, format }) };
}

/** The name of an exported file: what it has and the day. */
export function exportName(
  name: string,
  now: number,
  { timeZone, format }: { readonly timeZone: string; readonly format: string },
): string {
  return `${name} ${formatLocalTime(now, timeZone).slice(0, 10)}.${format}`;
}
