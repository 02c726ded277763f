import type { Language } from '@wakeline/contract/entities/user-config';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { type CellError, readTextCell } from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetCell, SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import { errorMessageOf, errorTextOf } from '../http/envelope.ts';
import type { SheetColumns } from './sheet-columns.ts';

/** Error of a cell. */
export interface CellFailure<Field extends string> {
  readonly field: Field;
  readonly error: ErrorName;
  /** Why a value is not valid, if the error does not say; in the reader's language. */
  readonly reason: string | null;
  /** Another row that the error is about; null: none. */
  readonly otherRow: number | null;
}

/** A row that was checked as far as possible without the database. */
export interface CheckedRow<Field extends string, Values> {
  readonly row: number;
  /** Texts of the cells, to be displayed and written again. */
  readonly texts: Readonly<Partial<Record<Field, string>>>;
  /** Null if a cell has an error. */
  readonly values: Values | null;
  readonly failures: readonly CellFailure<Field>[];
}

/** A row with all of its errors, or what is to be stored of it. */
export interface ResolvedRow<Field extends string, Form> extends CheckedRow<Field, unknown> {
  /** Null if the row has errors. */
  readonly form: Form | null;
}

/** Checks rows against the database. Rows must be passed in order, because later ones depend on earlier ones. */
export type ResolveRows<Row, Resolved> = (rows: readonly Row[]) => Promise<readonly Resolved[]>;

export const CELL_ERRORS: Readonly<Record<CellError, ErrorName>> = {
  formula: 'cell-formula',
  merged: 'cell-merged',
  error: 'cell-error',
  rounded: 'cell-rounded',
  date: 'cell-date',
};

export function cellsByField<Field extends string>(
  { cells }: SheetRow,
  fields: readonly (Field | null)[],
): ReadonlyMap<Field, SheetCell> {
  const byField = new Map<Field, SheetCell>();
  for (const [column, field] of fields.entries())
    if (field !== null) byField.set(field, cells[column] ?? null);
  return byField;
}

/** Texts of the cells; an invalid cell is empty. */
export function textsOf<Field extends string>(
  byField: ReadonlyMap<Field, SheetCell>,
): Readonly<Partial<Record<Field, string>>> {
  const texts: Partial<Record<Field, string>> = {};
  for (const [field, cell] of byField) {
    const result = readTextCell(cell);
    texts[field] = 'value' in result ? (result.value ?? '') : '';
  }
  return texts;
}

/** What is wrong with a cell. */
export function failureText({ error, reason, otherRow }: CellFailure<string>, language: Language): string {
  if (reason !== null) return reason;
  return otherRow === null
    ? errorTextOf(error, language)
    : errorMessageOf(new NamedError(error, { row: otherRow }), language);
}

/** What is wrong with a row, with the columns. */
export function rowFailureText<Field extends string>(
  failures: readonly CellFailure<Field>[],
  columns: SheetColumns<Field>,
  language: Language,
): string {
  const separator = language === 'zh_CN' ? '：' : ': ';
  return failures
    .map(
      (failure) => `${columns[failure.field].heading[language]}${separator}${failureText(failure, language)}`,
    )
    .join(language === 'zh_CN' ? '；' : '; ');
}
