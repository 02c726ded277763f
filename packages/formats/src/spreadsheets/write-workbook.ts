import { columnLetters } from './sheet-cell.ts';
import type { WrittenSheet } from './written-sheet.ts';
import { XlsxArchive } from './xlsx-archive.ts';
import { cellXml, rowXml, textCell } from './xlsx-cells.ts';
import { CELL_FORMATS, toSheetNames, workbookParts, worksheetHead } from './xlsx-parts.ts';

/** A sheet of a workbook, without drop-down lists; its rows fit into one. */
export type WorkbookSheet = Pick<WrittenSheet, 'name' | 'columns' | 'batches'>;

/**
 * Writes an .xlsx workbook with several sheets while their rows are read: see `writeXlsx`.
 *
 * @param sheets at least one
 */
export async function* writeWorkbook(sheets: readonly WorkbookSheet[]): AsyncGenerator<Uint8Array> {
  const archive = new XlsxArchive();
  const noChoices = worksheetHead([{ width: 20, format: CELL_FORMATS.text }]);
  yield* archive.add('xl/worksheets/sheet2.xml', `${noChoices}</sheetData></worksheet>`);
  for (const [at, { columns, batches }] of sheets.entries()) {
    // The second and the third part are those of the choices and of a description.
    const file = archive.start(`xl/worksheets/sheet${at === 0 ? 1 : at + 3}.xml`);
    file.push(worksheetHead(columns.map(({ width, format }) => ({ width, format: CELL_FORMATS[format] }))));
    const letters = columns.map((_, index) => columnLetters(index));
    const headings = columns.map(({ heading }) => textCell(heading, CELL_FORMATS.heading));
    file.push(rowXml(1, headings, letters));
    let row = 1;
    for await (const batch of batches) {
      for (const cells of batch) {
        row += 1;
        const written = cells.map((cell, index) => cellXml(cell, columns[index]?.format ?? 'text'));
        file.push(rowXml(row, written, letters));
      }
      yield* archive.take();
    }
    file.push('</sheetData></worksheet>');
    file.end();
    yield* archive.take();
  }
  const names = toSheetNames(sheets.map(({ name }) => name));
  for (const [path, text] of Object.entries(workbookParts(names, null))) yield* archive.add(path, text);
  archive.end();
  yield* archive.take();
}
