import { decodeXstring } from './read-xml-part.ts';
import { attributeOf, type ElementReader } from './scan-xml.ts';
import {
  columnOfReference,
  fromSerialDate,
  type SheetCell,
  type SheetLimits,
  type SheetRow,
} from './sheet-cell.ts';
import { SheetError } from './sheet-error.ts';

/** A merged range; rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Merged ranges of a sheet: each row is compared with the ones that it is in. */
const MAX_MERGED_RANGES = 1_000;

const TRUTH_VALUE = /^(TRUE|FALSE)\(\)$/;

export interface WorksheetOptions {
  readonly limits: SheetLimits;
  readonly sharedStrings: readonly string[];
  readonly dateFormats: ReadonlySet<number>;
  readonly date1904: boolean;
}

/** Collects the rows and the merged ranges of a worksheet part. Formulas are not evaluated, and their stored result is not used. */
export class WorksheetReader implements ElementReader {
  readonly #options: WorksheetOptions;
  readonly merges: MergedRange[] = [];
  /** Rows that are not empty. */
  rowCount = 0;
  #rows: SheetRow[] = [];
  #row = 0;
  #cells: SheetCell[] = [];
  #isInRow = false;
  #column = -1;
  #type = '';
  #format = 0;
  #isFormula = false;
  #isPhonetic = false;
  #value: string | null = null;

  constructor(options: WorksheetOptions) {
    this.#options = options;
  }

  /** Returns the rows read since the last call. */
  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case 'row': {
        const row = attributeOf(attributes, 'r');
        this.#row = row === undefined ? this.#row + 1 : Number(row);
        if (!Number.isInteger(this.#row) || this.#row < 1) throw new SheetError('malformed');
        this.#cells = [];
        this.#column = -1;
        this.#isInRow = true;
        return;
      }
      case 'c': {
        const reference = attributeOf(attributes, 'r');
        this.#column = reference === undefined ? this.#column + 1 : columnOfReference(reference);
        if (this.#column < 0) throw new SheetError('malformed', this.#row);
        this.#type = attributeOf(attributes, 't') ?? 'n';
        this.#format = Number(attributeOf(attributes, 's') ?? -1);
        this.#isFormula = false;
        this.#value = null;
        return;
      }
      case 'f':
        this.#isFormula = true;
        return;
      case 'rPh':
        this.#isPhonetic = true;
        return;
      case 'mergeCell':
        this.#addMerge(attributeOf(attributes, 'ref') ?? '');
        return;
      default:
    }
  }

  close(name: string, text: string): void {
    switch (name) {
      case 'v':
        this.#value = text;
        return;
      case 'f':
        // LibreOffice stores truth values like this.
        if (TRUTH_VALUE.test(text)) this.#isFormula = false;
        return;
      case 't':
        // A rich text has several of them.
        if (!this.#isPhonetic) this.#value = (this.#value ?? '') + text;
        return;
      case 'rPh':
        this.#isPhonetic = false;
        return;
      case 'c':
        if (this.#isInRow) this.#addCell();
        return;
      case 'row':
        this.#isInRow = false;
        this.#addRow();
        return;
      default:
    }
  }

  #addCell(): void {
    const cell = this.#toCell();
    if (cell === null) return;
    if (this.#column >= this.#options.limits.columns) throw new SheetError('columns', this.#row);
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  /** The cell by its type (ECMA-376 part 1, 18.18.11, ST_CellType). */
  #toCell(): SheetCell {
    if (this.#isFormula) return { invalid: 'formula' };
    const value = this.#value;
    if (value === null || value === '') return null;
    const { sharedStrings, dateFormats, date1904 } = this.#options;
    switch (this.#type) {
      case 's': {
        const text = sharedStrings[Number(value)];
        if (text === undefined) throw new SheetError('malformed', this.#row);
        return text === '' ? null : text;
      }
      case 'inlineStr':
      case 'str':
        return decodeXstring(value);
      case 'b':
        return value === '1' || value === 'true';
      case 'e':
        return { invalid: 'error' };
      case 'd': {
        const localMs = Date.parse(/[Zz]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`);
        return Number.isNaN(localMs) ? value : { localMs };
      }
      default: {
        const number = Number(value);
        if (!Number.isFinite(number)) throw new SheetError('malformed', this.#row);
        return dateFormats.has(this.#format) ? fromSerialDate(number, date1904) : number;
      }
    }
  }

  #addRow(): void {
    if (this.#cells.length === 0) return;
    this.rowCount += 1;
    if (this.rowCount > this.#options.limits.rows) throw new SheetError('rows', this.#row);
    this.#rows.push({ row: this.#row, cells: this.#cells });
    this.#cells = [];
  }

  #addMerge(reference: string): void {
    const [first = '', last = first] = reference.split(':');
    const [firstRow, lastRow] = [first, last].map((corner) => Number(/\d+$/.exec(corner)?.[0] ?? Number.NaN));
    const [firstColumn, lastColumn] = [columnOfReference(first), columnOfReference(last)];
    if (!firstRow || !lastRow || firstColumn === undefined || lastColumn === undefined)
      throw new SheetError('malformed');
    if (this.merges.length >= MAX_MERGED_RANGES) throw new SheetError('merges');
    this.merges.push({ firstRow, lastRow, firstColumn, lastColumn });
  }
}
