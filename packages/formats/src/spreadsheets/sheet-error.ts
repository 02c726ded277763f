/** Errors of a complete spreadsheet file. */
export type SheetErrorCode =
  | 'type'
  | 'picture'
  | 'legacy'
  | 'encrypted'
  | 'malformed'
  | 'entities'
  | 'expands'
  | 'entries'
  | 'rows'
  | 'columns'
  | 'merges'
  | 'empty';

/** A spreadsheet that is not read at all. `row`: position of the error, from 1; null if it concerns the complete file. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;
  readonly row: number | null;

  constructor(code: SheetErrorCode, row: number | null = null) {
    super(row === null ? code : `${code} in row ${row}`);
    this.name = 'SheetError';
    this.code = code;
    this.row = row;
  }
}
