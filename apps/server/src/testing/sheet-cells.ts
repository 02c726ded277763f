import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { SheetCell } from '@wakeline/formats/spreadsheets/sheet-cell';

const LIMITS = { rows: 10_000, columns: 100, unpackedBytes: 64 * 1_048_576 };

/** The cells of an .xlsx or .csv file, row by row. */
export function sheetCells(bytes: Uint8Array): readonly (readonly SheetCell[])[] {
  return [...openSheet(bytes, LIMITS).rows()].flat().map(({ cells }) => cells);
}
