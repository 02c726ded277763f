import { readFileSync } from 'node:fs';
import type { Language } from '@wakeline/contract/entities/user-config';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { matchHeadings } from '@wakeline/formats/spreadsheets/match-headings';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { DateOptions } from '@wakeline/formats/spreadsheets/read-cell';
import type { OpenSheet } from '@wakeline/formats/spreadsheets/read-xlsx';
import { isInvalidCell, type SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import { SheetError, type SheetErrorCode } from '@wakeline/formats/spreadsheets/sheet-error';
import { createLocalToUtc } from '@wakeline/formats/tracks/zone-time';
import { serveProcess } from '../child-processes/process-program.ts';
import { ERROR_HEADING, type SheetColumns, toKnownColumns } from './sheet-columns.ts';

export interface SheetRequest {
  /** Path of the file. */
  readonly path: string;
  /** Language of the reasons of errors. */
  readonly language: Language;
  /** Zone of dates, which have none in sheets. */
  readonly timeZone: string;
  /** Rows per result message. */
  readonly batchSize: number;
}

/** The head of the sheet, after it was read completely without an error; then its rows. */
export type SheetResult<Field extends string, Row> =
  | {
      /** Rows without the headings. */
      readonly total: number;
      readonly fields: readonly Field[];
      readonly unknownColumns: readonly string[];
    }
  | { readonly rows: readonly Row[] };

export interface RowOptions<Field extends string> extends DateOptions {
  /** The field of each column. */
  readonly fields: readonly (Field | null)[];
  readonly language: Language;
}

interface SheetReader<Field extends string, Row> {
  readonly columns: SheetColumns<Field>;
  /** Null: the row is an example of the template. */
  readonly readRow: (row: SheetRow, options: RowOptions<Field>) => Row | null;
}

const ERROR_NAMES: Readonly<Record<SheetErrorCode, ErrorName>> = {
  type: 'sheet-type',
  picture: 'sheet-picture',
  legacy: 'sheet-legacy',
  encrypted: 'sheet-encrypted',
  malformed: 'sheet-malformed',
  entities: 'gps-file-entities',
  expands: 'sheet-expands',
  entries: 'sheet-entries',
  rows: 'sheet-rows',
  columns: 'sheet-columns',
  merges: 'sheet-merges',
  empty: 'sheet-empty',
};

/** Limits of a sheet; the headings are not counted as a row. */
const SHEET_LIMITS = {
  rows: LIMITS.sheetRows + 1,
  columns: LIMITS.sheetColumns,
  unpackedBytes: LIMITS.sheetUnpackedBytes,
};
const ERROR_HEADINGS: ReadonlySet<string> = new Set(Object.values(ERROR_HEADING));

/** Serves the child process that reads a sheet. Counterpart of `readSheet`. */
export function serveSheet<Field extends string, Row>(reader: SheetReader<Field, Row>): void {
  serveProcess<SheetRequest, SheetResult<Field, Row>>(function* (request) {
    try {
      yield* readRows(openSheet(readFileSync(request.path), SHEET_LIMITS), reader, request);
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      throw new NamedError(ERROR_NAMES[error.code], error.row === null ? {} : { row: error.row });
    }
  });
}

function* readRows<Field extends string, Row>(
  sheet: OpenSheet,
  { columns, readRow }: SheetReader<Field, Row>,
  { language, timeZone, batchSize }: SheetRequest,
): Generator<SheetResult<Field, Row>, void> {
  let options: RowOptions<Field> | null = null;
  let rows: Row[] = [];
  for (const batch of sheet.rows()) {
    for (const row of batch) {
      if (options === null) {
        const headings = readHeadings(row, columns);
        const { date1904 } = sheet;
        options = { fields: headings.all, language, date1904, localToUtc: createLocalToUtc(timeZone) };
        yield { total: sheet.rowCount - 1, fields: headings.fields, unknownColumns: headings.unknown };
        continue;
      }
      const read = readRow(row, options);
      if (read === null) continue;
      rows.push(read);
      if (rows.length < batchSize) continue;
      yield { rows };
      rows = [];
    }
  }
  if (rows.length > 0) yield { rows };
}

/** @throws NamedError `sheet-headings`, `cell-merged` */
function readHeadings<Field extends string>({ row, cells }: SheetRow, columns: SheetColumns<Field>) {
  const merged = cells.some((cell) => isInvalidCell(cell) && cell.invalid === 'merged');
  if (merged) throw new NamedError('sheet-merges', { row });
  const { fields, unknown, missing } = matchHeadings(cells, toKnownColumns(columns));
  if (missing.length > 0) throw new NamedError('sheet-headings', { row });
  return {
    all: fields,
    fields: fields.filter((field) => field !== null),
    unknown: unknown.filter((heading) => !ERROR_HEADINGS.has(heading)),
  };
}
