import { readFileSync } from 'node:fs';
import type { Language } from '@wakeline/contract/entities/user-config';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import { matchHeadings } from '@wakeline/formats/spreadsheets/match-headings';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { OpenSheet } from '@wakeline/formats/spreadsheets/read-xlsx';
import { isInvalidCell, type SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import { SheetError, type SheetErrorCode } from '@wakeline/formats/spreadsheets/sheet-error';
import { createLocalToUtc } from '@wakeline/formats/tracks/zone-time';
import { serveProcess } from '../../../child-processes/process-program.ts';
import { ERROR_HEADING, EXAMPLE_IMEI, KNOWN_COLUMNS } from './device-columns.ts';
import { type EvaluatedRow, type EvaluationOptions, evaluateRow } from './evaluate-row.ts';

export interface DeviceSheetRequest {
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
export type DeviceSheetResult =
  | {
      /** Rows without the headings. */
      readonly total: number;
      readonly fields: readonly DeviceSheetField[];
      readonly unknownColumns: readonly string[];
    }
  | { readonly rows: readonly EvaluatedRow[] };

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

serveProcess<DeviceSheetRequest, DeviceSheetResult>(function* ({ path, language, timeZone, batchSize }) {
  try {
    yield* readDevices(openSheet(readFileSync(path), SHEET_LIMITS), { language, timeZone, batchSize });
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new NamedError(ERROR_NAMES[error.code], error.row === null ? {} : { row: error.row });
  }
});

function* readDevices(
  sheet: OpenSheet,
  { language, timeZone, batchSize }: Omit<DeviceSheetRequest, 'path'>,
): Generator<DeviceSheetResult, void> {
  let options: EvaluationOptions | null = null;
  let rows: EvaluatedRow[] = [];
  for (const batch of sheet.rows()) {
    for (const row of batch) {
      if (options === null) {
        const headings = readHeadings(row);
        const { date1904 } = sheet;
        options = { fields: headings.all, language, date1904, localToUtc: createLocalToUtc(timeZone) };
        yield { total: sheet.rowCount - 1, fields: headings.fields, unknownColumns: headings.unknown };
        continue;
      }
      const evaluated = evaluateRow(row, options);
      if (evaluated.texts.imei === EXAMPLE_IMEI) continue;
      rows.push(evaluated);
      if (rows.length < batchSize) continue;
      yield { rows };
      rows = [];
    }
  }
  if (rows.length > 0) yield { rows };
}

/** @throws NamedError `sheet-headings`, `cell-merged` */
function readHeadings({ row, cells }: SheetRow) {
  const merged = cells.some((cell) => isInvalidCell(cell) && cell.invalid === 'merged');
  if (merged) throw new NamedError('sheet-merges', { row });
  const { fields, unknown, missing } = matchHeadings(cells, KNOWN_COLUMNS);
  if (missing.length > 0) throw new NamedError('sheet-headings', { row });
  return {
    all: fields,
    fields: fields.filter((field) => field !== null),
    unknown: unknown.filter((heading) => !ERROR_HEADINGS.has(heading)),
  };
}
