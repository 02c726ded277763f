import { type LocalToUtc, parseTime } from '../tracks/iso-time.ts';
import { fromSerialDate, isInvalidCell, type SheetCell } from './sheet-cell.ts';

export type CellError = 'formula' | 'merged' | 'error' | 'rounded' | 'date';

/** The value of a cell, or why it has none. A missing value is null. */
export type CellResult<Value> = { readonly value: Value | null } | { readonly error: CellError };

const EMPTY = { value: null } as const;

/** Spreadsheet programs keep 15 digits of a number. */
const MAX_NUMBER = 999_999_999_999_999;
/** A number of a device with that many zeros at its end was cut to the digits that a sheet displayed. */
const LOST_DIGITS = 1_000_000;
/** Numbers as a sheet displays long ones: `8.6E+14`. */
const SCIENTIFIC = /^\d+([.,]\d+)?E\+?\d+$/i;
const SCIENTIFIC_SIGN = /[.,+]/;

/** A text; numbers as a spreadsheet program displays them. */
export function readTextCell(cell: SheetCell | undefined): CellResult<string> {
  if (cell === null || cell === undefined) return EMPTY;
  if (isInvalidCell(cell)) return { error: cell.invalid };
  if (typeof cell === 'string') return toValue(cell.trim());
  if (typeof cell === 'object') return toValue(formatLocal(cell.localMs));
  return toValue(String(cell));
}

/**
 * An identifier such as an IMEI or a card number. A number is accepted if it has all of its digits: `rounded` for more than 15
 * digits, fractions, and numbers that were read back from `8.6E+14`.
 */
export function readIdentifierCell(cell: SheetCell | undefined): CellResult<string> {
  if (typeof cell === 'string') {
    const text = cell.trim();
    return SCIENTIFIC.test(text) && SCIENTIFIC_SIGN.test(text) ? { error: 'rounded' } : toValue(text);
  }
  if (typeof cell !== 'number') return readTextCell(cell);
  const isComplete = Number.isInteger(cell) && cell >= 0 && cell <= MAX_NUMBER;
  const hasLostDigits = cell >= LOST_DIGITS ** 2 && cell % LOST_DIGITS === 0;
  return isComplete && !hasLostDigits ? { value: String(cell) } : { error: 'rounded' };
}

/** Years in which a number is taken for a date: 2000 to 2099. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

export interface DateOptions {
  /** Time zone of dates in sheets, which have none. */
  readonly localToUtc: LocalToUtc;
  readonly date1904: boolean;
}

/** A date as epoch milliseconds: a date cell, a serial number, or a text that starts with the year. A date alone is its midnight. */
export function readDateCell(cell: SheetCell | undefined, options: DateOptions): CellResult<number> {
  if (cell === null || cell === undefined) return EMPTY;
  if (isInvalidCell(cell)) return { error: cell.invalid };
  if (typeof cell === 'boolean') return { error: 'date' };
  if (typeof cell === 'string') {
    if (cell.trim() === '') return EMPTY;
    const time = parseTime(cell, options.localToUtc);
    return time === null ? { error: 'date' } : { value: time };
  }
  const { localMs } = typeof cell === 'number' ? fromSerialDate(cell, options.date1904) : cell;
  const year = new Date(localMs).getUTCFullYear();
  // An invalid date has no year.
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return { error: 'date' };
  return { value: options.localToUtc(localMs) };
}

function toValue(text: string): CellResult<string> {
  return text === '' ? EMPTY : { value: text };
}

function formatLocal(localMs: number): string {
  const date = new Date(localMs);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}
