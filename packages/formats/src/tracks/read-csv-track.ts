import { readNumber } from '../read-number.ts';
import { type CsvColumn, parseHeading } from './csv-columns.ts';
import { type CsvRecord, CsvRecordReader, parseFields } from './csv-records.ts';
import { FixValues, parseAttribute, toInvalidRow } from './fix-values.ts';
import { type LocalToUtc, parseTime } from './iso-time.ts';
import { TrackFileError, type TrackRow } from './track-row.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** Some programs write lines before the heading: device, export time. */
const MAX_PREAMBLE_LINES = 20;
/** Numbers from here on are milliseconds, smaller ones are seconds: 1973-03-03 in milliseconds, the year 5138 in seconds. */
const MIN_MILLISECONDS_VALUE = 1e11;

/** Finds the heading in the first lines and the field separator; null if none has time and coordinates. */
export function findHeading(
  lines: readonly string[],
): { readonly separator: string; readonly at: number; readonly columns: readonly CsvColumn[] } | null {
  for (const [at, line] of lines.slice(0, MAX_PREAMBLE_LINES + 1).entries()) {
    for (const separator of SEPARATORS) {
      const columns = parseHeading(parseFields(line.replace(/\r$/, ''), separator) ?? []);
      if (columns !== null) return { separator, at, columns };
    }
  }
  return null;
}

/** Reads CSV with a heading for time and coordinates. With semicolons or tabs as separators, numbers may have decimal commas. */
export class CsvTrackReader {
  readonly #rows: TrackRow[];
  readonly #localToUtc: LocalToUtc;
  #head = '';
  #skipped = 0;
  #records: CsvRecordReader | null = null;
  #columns: readonly CsvColumn[] = [];
  #decimalComma = false;

  /** `localToUtc`: for times without a zone. */
  constructor(rows: TrackRow[], localToUtc: LocalToUtc) {
    this.#rows = rows;
    this.#localToUtc = localToUtc;
  }

  write(chunk: string): void {
    if (this.#records !== null) {
      this.#addAll(this.#records.write(chunk));
      return;
    }
    this.#head += chunk;
    if (this.#head.length > 65_536) this.#readHeading();
  }

  end(): void {
    if (this.#records === null) this.#readHeading();
    this.#addAll(this.#records?.end() ?? []);
  }

  #readHeading(): void {
    const heading = findHeading(this.#head.split('\n', MAX_PREAMBLE_LINES + 1));
    if (heading === null) throw new TrackFileError('type');
    this.#columns = heading.columns;
    this.#decimalComma = heading.separator !== ',';
    this.#skipped = heading.at + 1;
    this.#records = new CsvRecordReader(heading.separator);
    let from = 0;
    for (let line = 0; line < this.#skipped; line += 1) {
      const end = this.#head.indexOf('\n', from);
      from = end === -1 ? this.#head.length : end + 1;
    }
    const rest = this.#head.slice(from);
    this.#head = '';
    this.#addAll(this.#records.write(rest));
  }

  #addAll(records: readonly CsvRecord[]): void {
    for (const { line, fields } of records) {
      // An empty line, or one of separators only, which spreadsheets leave after the last row.
      if (fields?.every((field) => field.trim() === '') === true) continue;
      const row = line + this.#skipped;
      const isValid = fields !== null && fields.length <= this.#columns.length;
      this.#rows.push(isValid ? this.#readRow(row, fields) : toInvalidRow(row, 'row-malformed'));
    }
  }

  #readRow(row: number, fields: readonly string[]): TrackRow {
    const fix = new FixValues(row);
    const text = { date: '', clock: '', time: '' };
    for (const [at, column] of this.#columns.entries()) {
      const field = (fields[at] ?? '').trim();
      if (column.kind === 'date' || column.kind === 'clock' || column.kind === 'time')
        text[column.kind] = field;
      else if (field !== '') this.#addField(fix, column, field);
    }
    const time = text.time === '' ? `${text.date} ${text.clock}`.trim() : text.time;
    fix.time = this.#parseTime(time);
    if (fix.time === null && time !== '') fix.error ??= 'time-malformed';
    return fix.toRow();
  }

  #addField(fix: FixValues, column: CsvColumn, field: string): void {
    switch (column.kind) {
      case 'latitude':
      case 'longitude':
        fix[column.kind] = readNumber(this.#normalizeNumber(field));
        if (fix[column.kind] === null) fix.error ??= 'place-malformed';
        return;
      case 'value':
        fix.read(column.name, this.#normalizeNumber(field), column.unit);
        return;
      case 'alarms':
        fix.readAlarms(field);
        return;
      case 'values':
        fix.readValues(field);
        return;
      case 'attribute': {
        const number = this.#normalizeNumber(field);
        fix.addAttribute(column.name, readNumber(number) === null ? parseAttribute(field) : Number(number));
        return;
      }
      default:
        return;
    }
  }

  #normalizeNumber(field: string): string {
    return this.#decimalComma ? field.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : field;
  }

  /** A text, or seconds or milliseconds since 1970. */
  #parseTime(text: string): number | null {
    const number = readNumber(this.#normalizeNumber(text));
    if (number === null) return parseTime(text, this.#localToUtc);
    // A smaller number is a year or a date without separators.
    if (number < 1e8) return null;
    return Math.trunc(number < MIN_MILLISECONDS_VALUE ? number * 1_000 : number);
  }
}
