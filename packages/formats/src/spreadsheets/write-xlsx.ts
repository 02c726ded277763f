import { formatDecimal } from '../xml-text.ts';
import { columnLetters, toSerialDate, toSerialDuration } from './sheet-cell.ts';
import type { AboutSheet, WrittenCell, WrittenColumn, WrittenSheet } from './written-sheet.ts';
import { type ArchivedFile, XlsxArchive } from './xlsx-archive.ts';
import { type CellXml, cellXml, rowXml, textCell } from './xlsx-cells.ts';
import { CELL_FORMATS, CHOICES_SHEET, toSheetNames, workbookParts, worksheetHead } from './xlsx-parts.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of the sheets of all spreadsheet programs. */
const MAX_ROWS = 1_048_576;

/**
 * Writes an .xlsx workbook (ECMA-376) while its rows are read: memory does not grow with their number. Texts are stored as
 * texts, so that none is run as a formula. Rows that do not fit into a sheet are on the next one.
 *
 * @param maxRows of a sheet, with its headings
 */
export async function* writeXlsx(
  { name, columns, batches, about, sums }: WrittenSheet,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const archive = new XlsxArchive();
  yield* archive.add('xl/worksheets/sheet2.xml', choicesSheet(columns));
  if (about !== undefined) yield* archive.add('xl/worksheets/sheet3.xml', aboutSheet(about));
  const letters = columns.map((_, at) => columnLetters(at));
  const formats = columns.map(({ format }) => format);
  let sheetCount = 0;
  let row = 0;
  let sheet: ArchivedFile | null = null;
  const start = () => {
    sheet?.push(`</sheetData>${validations(columns)}</worksheet>`);
    sheet?.end();
    sheetCount += 1;
    // The second and the third part are those of the choices and of the description.
    sheet = archive.start(`xl/worksheets/sheet${sheetCount === 1 ? 1 : sheetCount + 2}.xml`);
    sheet.push(worksheetHead(columns.map(({ width, format }) => ({ width, format: CELL_FORMATS[format] }))));
    const headings = columns.map(({ heading }) => textCell(heading, CELL_FORMATS.heading));
    sheet.push(rowXml(1, headings, letters));
    row = 1;
    return sheet;
  };
  let current = start();
  for await (const batch of batches) {
    let xml = '';
    for (const cells of batch) {
      if (row === maxRows) {
        current.push(xml);
        xml = '';
        current = start();
      }
      row += 1;
      xml += rowXml(
        row,
        cells.map((cell, at) => cellXml(cell, formats[at] ?? 'text')),
        letters,
      );
    }
    current.push(xml);
    yield* archive.take();
  }
  if (sums !== undefined) {
    if (row === maxRows) current = start();
    current.push(rowXml(row + 1, sums.map(sumXml), letters));
  }
  current.push(`</sheetData>${validations(columns)}</worksheet>`);
  current.end();
  // Last, because only now the number of sheets is certain.
  const names = toSheetNames(Array.from({ length: sheetCount }, () => name));
  for (const [path, text] of Object.entries(workbookParts(names, about?.name ?? null)))
    yield* archive.add(path, text);
  archive.end();
  yield* archive.take();
}

/** A cell of the row of sums, in bold. */
function sumXml(cell: WrittenCell): CellXml {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return ` s="${CELL_FORMATS.sum}"><v>${formatDecimal(cell)}</v>`;
  if (typeof cell === 'string') return textCell(cell, CELL_FORMATS.heading);
  return 'durationMs' in cell
    ? ` s="${CELL_FORMATS.sumDuration}"><v>${formatDecimal(toSerialDuration(cell))}</v>`
    : ` s="${CELL_FORMATS.sumDate}"><v>${formatDecimal(toSerialDate(cell))}</v>`;
}

/** Each drop-down list has a column of this sheet. */
function choicesSheet(columns: readonly WrittenColumn[]): string {
  const lists = columns.flatMap(({ choices }) =>
    choices === undefined || choices.length === 0 ? [] : [choices],
  );
  const rowCount = Math.max(0, ...lists.map((list) => list.length));
  const rows = Array.from({ length: rowCount }, (_, row) =>
    rowXml(
      row + 1,
      lists.map((list) => (list[row] === undefined ? null : textCell(list[row], CELL_FORMATS.text))),
      lists.map((_, at) => columnLetters(at)),
    ),
  );
  const head = worksheetHead([{ width: 20, format: CELL_FORMATS.text }]);
  return `${head}${rows.join('')}</sheetData></worksheet>`;
}

const ABOUT_WIDTHS = [24, 120];
const ABOUT_COLUMNS = ['A', 'B'];

function aboutSheet({ rows }: AboutSheet): string {
  const head = worksheetHead(ABOUT_WIDTHS.map((width) => ({ width, format: CELL_FORMATS.text })));
  const lines = rows.map(([label, value], at) =>
    rowXml(at + 1, [textCell(label, CELL_FORMATS.heading), cellXml(value, 'text')], ABOUT_COLUMNS),
  );
  return `${head}${lines.join('')}</sheetData></worksheet>`;
}

/** Drop-down lists (ECMA-376 part 1, 18.3.1.32). Other values are accepted: the server checks them. */
function validations(columns: readonly WrittenColumn[]): string {
  const lists: string[] = [];
  for (const [at, { choices }] of columns.entries()) {
    if (choices === undefined || choices.length === 0) continue;
    const list = columnLetters(lists.length);
    const cells = columnLetters(at);
    lists.push(
      `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${cells}2:${cells}${MAX_ROWS}">` +
        `<formula1>${CHOICES_SHEET}!$${list}$1:$${list}$${choices.length}</formula1></dataValidation>`,
    );
  }
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}
