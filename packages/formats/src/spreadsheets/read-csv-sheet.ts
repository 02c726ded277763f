import { looksLikeFormula } from '../csv-record.ts';
import { type CsvRecord, CsvRecordReader, parseFields } from '../tracks/csv-records.ts';
import { detectEncoding, HEAD_BYTES } from '../tracks/track-kind.ts';
import type { OpenSheet } from './read-xlsx.ts';
import type { SheetCell, SheetLimits, SheetRow } from './sheet-cell.ts';
import { SheetError } from './sheet-error.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** Bytes decoded per step. */
const CHUNK_BYTES = 65_536;
/** Spreadsheet programs read the separator from such a first line. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/;

/**
 * Opens a CSV file: UTF-8, UTF-16 with a byte order mark, or GB18030; separated by commas, semicolons or tabs. It is read twice, so
 * that nothing of a file with an error is used.
 *
 * @throws SheetError `type` for a binary file, `malformed` with the line, `rows`, `columns`
 */
export function openCsv(bytes: Uint8Array, limits: SheetLimits): OpenSheet {
  const head = bytes.subarray(0, HEAD_BYTES);
  const encoding = detectEncoding(head);
  if (!encoding.startsWith('utf-16') && head.includes(0)) throw new SheetError('type');
  let rowCount = 0;
  for (const rows of readRows(bytes, encoding)) {
    for (const { row, cells } of rows) {
      rowCount += 1;
      if (rowCount > limits.rows) throw new SheetError('rows', row);
      if (cells.length > limits.columns) throw new SheetError('columns', row);
    }
  }
  return { rowCount, date1904: false, rows: () => readRows(bytes, encoding) };
}

function* readRows(bytes: Uint8Array, encoding: string): Generator<readonly SheetRow[], void> {
  let reader: CsvRecordReader | null = null;
  let skippedLines = 0;
  for (const decoded of decodeChunks(bytes, encoding)) {
    let text = decoded;
    if (reader === null) {
      const declared = SEPARATOR_LINE.exec(text);
      if (declared !== null) {
        text = text.slice(declared[0].length);
        skippedLines = 1;
      }
      reader = new CsvRecordReader(declared?.[1] ?? detectSeparator(text));
    }
    yield toRows(reader.write(text), skippedLines);
  }
  if (reader !== null) yield toRows(reader.end(), skippedLines);
}

function* decodeChunks(bytes: Uint8Array, encoding: string): Generator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      yield decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new SheetError('malformed');
    throw error;
  }
}

/** The separator that gives the first line the most fields. */
function detectSeparator(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counts = SEPARATORS.map((separator) => parseFields(line.replace(/\r$/, ''), separator)?.length ?? 0);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function toRows(records: readonly CsvRecord[], skippedLines: number): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  for (const { line, fields } of records) {
    const row = line + skippedLines;
    if (fields === null) throw new SheetError('malformed', row);
    const cells = fields.map(toCell);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length > 0) rows.push({ row, cells });
  }
  return rows;
}

/** A spreadsheet program would run a text after an equals sign, and the apostrophe is the one that our export puts in front. */
function toCell(field: string): SheetCell {
  const text = field.trim();
  if (text === '') return null;
  if (text.startsWith('=')) return { invalid: 'formula' };
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}
