import { readSharedStrings, readWorkbook } from './read-workbook.ts';
import { type MergedRange, WorksheetReader } from './read-worksheet.ts';
import { readXmlPart } from './read-xml-part.ts';
import type { SheetCell, SheetLimits, SheetRow } from './sheet-cell.ts';
import { ZipDirectory } from './zip-directory.ts';

/** A sheet that was read once completely, without an error. */
export interface OpenSheet {
  /** Rows that are not empty, with the headings. */
  readonly rowCount: number;
  /** Whether serial dates count from 1904. */
  readonly date1904: boolean;
  /** The rows in order, in batches. */
  readonly rows: () => Generator<readonly SheetRow[], void>;
}

/**
 * Opens the first visible sheet of an .xlsx workbook (ECMA-376). It is read twice: merged ranges follow the cells, and nothing of
 * a file with an error must be used. Only some rows and the shared strings are in memory.
 *
 * @throws SheetError
 */
export function openXlsx(bytes: Uint8Array, limits: SheetLimits): OpenSheet {
  // Each reading has the limit for itself.
  const zip = new ZipDirectory(bytes, limits.unpackedBytes);
  const { sheetPath, sharedStringsPath, dateFormats, date1904 } = readWorkbook(zip);
  const check = new WorksheetReader({
    limits,
    sharedStrings: readSharedStrings(zip, sharedStringsPath),
    dateFormats,
    date1904,
  });
  for (const _ of readXmlPart(zip.read(sheetPath), check)) check.takeRows();

  return {
    rowCount: check.rowCount,
    date1904,
    *rows() {
      const again = new ZipDirectory(bytes, limits.unpackedBytes);
      const sharedStrings = readSharedStrings(again, sharedStringsPath);
      const reader = new WorksheetReader({ limits, sharedStrings, dateFormats, date1904 });
      const merges = new MergedCells(check.merges);
      for (const _ of readXmlPart(again.read(sheetPath), reader)) {
        const rows = reader.takeRows();
        if (rows.length > 0) yield rows.map((row) => merges.apply(row));
      }
    },
  };
}

/** Marks the cells of merged ranges as invalid: which of their rows or columns the value belongs to is not certain. */
class MergedCells {
  readonly #pending: MergedRange[];
  #active: readonly MergedRange[] = [];

  constructor(merges: readonly MergedRange[]) {
    this.#pending = merges.toSorted((a, b) => b.firstRow - a.firstRow);
  }

  /** Rows must be passed in ascending order. */
  apply({ row, cells }: SheetRow): SheetRow {
    const started: MergedRange[] = [];
    for (
      let next = this.#pending.at(-1);
      next !== undefined && next.firstRow <= row;
      next = this.#pending.at(-1)
    ) {
      started.push(next);
      this.#pending.pop();
    }
    if (started.length > 0 || this.#active.length > 0)
      this.#active = [...this.#active, ...started].filter(({ lastRow }) => lastRow >= row);
    if (this.#active.length === 0) return { row, cells };
    const merged: SheetCell[] = [...cells];
    for (const { firstColumn, lastColumn } of this.#active) {
      for (let column = firstColumn; column <= Math.min(lastColumn, cells.length - 1); column += 1)
        merged[column] = { invalid: 'merged' };
    }
    return { row, cells: merged };
  }
}
