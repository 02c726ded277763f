/** A date and time without a zone: epoch milliseconds as if it were UTC. */
export interface SheetDate {
  readonly localMs: number;
}

/** A duration in milliseconds, also of more than a day. */
export interface SheetDuration {
  readonly durationMs: number;
}

/** A cell without a usable value: a formula, a cell of a merged range, or an error such as `#N/A`. */
export interface InvalidCell {
  readonly invalid: 'formula' | 'merged' | 'error';
}

/** The value of a cell by its type in the file; null: empty. Cells of CSV files are texts. */
export type SheetCell = string | number | boolean | SheetDate | InvalidCell | null;

/** A row that is not empty. */
export interface SheetRow {
  /** Number of the row in the sheet, or of its first line in a CSV file, from 1. */
  readonly row: number;
  /** By column; cells after the last filled one are missing. */
  readonly cells: readonly SheetCell[];
}

export interface SheetLimits {
  /** Rows that are not empty, with the headings. */
  readonly rows: number;
  readonly columns: number;
  readonly unpackedBytes: number;
}

export function isInvalidCell(cell: SheetCell): cell is InvalidCell {
  return typeof cell === 'object' && cell !== null && 'invalid' in cell;
}

const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system, for days from 1 March 1900: it counts 29 February 1900 (ECMA-376 part 1, 18.17.4.1). */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
/** Days between the epochs of the two date systems. */
const DAYS_TO_1904 = 1_462;

/** Converts a serial date to a date, to the nearest millisecond. @param date1904 the workbook counts from 1904 */
export function fromSerialDate(serial: number, date1904: boolean): SheetDate {
  const days = date1904 ? serial + DAYS_TO_1904 : serial;
  return { localMs: EPOCH_1900_MS + Math.round(days * DAY_MS) };
}

/** The serial date in the 1900 date system. */
export function toSerialDate({ localMs }: SheetDate): number {
  return (localMs - EPOCH_1900_MS) / DAY_MS;
}

/** Days, as spreadsheet programs store a duration. */
export function toSerialDuration({ durationMs }: SheetDuration): number {
  return durationMs / DAY_MS;
}

/** `hours:minutes:seconds`, to the nearest second. */
export function formatSheetDuration({ durationMs }: SheetDuration): string {
  const seconds = Math.round(durationMs / 1_000);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** Column of a reference such as `AB12`, from 0; -1 if it is not one (ECMA-376 part 1, 18.18.7). */
export function columnOfReference(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > 16_384) return -1;
  }
  return column - 1;
}

/** Letters of a column, from 0: `A`, `AB`. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
