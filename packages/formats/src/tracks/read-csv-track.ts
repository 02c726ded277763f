import { readNumber } from '../place.ts';
import { type CsvColumn, columnsOf } from './csv-columns.ts';
import { type CsvRecord, CsvRecords, fieldsOf } from './csv-records.ts';
import { attributeOf, FixValues, faulty } from './fix-values.ts';
import { type FromLocal, readTime } from './iso-time.ts';
import { TrackFileFault, type TrackRow } from './track-row.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** Lines before the heading that some programs write: what device it is, and when. */
const MOST_BEFORE = 20;
/** Numbers from here on are milliseconds, below seconds: 1973-03-03 as the one, the year 5138 as the other. */
const FIRST_MILLISECONDS = 1e11;

/** What separates the fields of a file, and its heading, in its first lines; null: it has none that names time and place. */
export function findHeading(
  lines: readonly string[],
): { readonly separator: string; readonly at: number; readonly columns: readonly CsvColumn[] } | null {
  for (const [at, line] of lines.slice(0, MOST_BEFORE + 1).entries()) {
    for (const separator of SEPARATORS) {
      const columns = columnsOf(fieldsOf(line.replace(/\r$/, ''), separator) ?? []);
      if (columns !== null) return { separator, at, columns };
    }
  }
  return null;
}

/** CSV with a heading that names time and place. Where fields are separated by semicolons or tabs, numbers may have a comma. */
export class CsvTrackReader {
  readonly #rows: TrackRow[];
  readonly #fromLocal: FromLocal;
  #head = '';
  #skipped = 0;
  #records: CsvRecords | null = null;
  #columns: readonly CsvColumn[] = [];
  #decimalComma = false;

  /** `fromLocal`: for times without a zone. */
  constructor(rows: TrackRow[], fromLocal: FromLocal) {
    this.#rows = rows;
    this.#fromLocal = fromLocal;
  }

  write(piece: string): void {
    if (this.#records !== null) {
      this.#addAll(this.#records.write(piece));
      return;
    }
    this.#head += piece;
    if (this.#head.length > 65_536) this.#begin();
  }

  end(): void {
    if (this.#records === null) this.#begin();
    this.#addAll(this.#records?.end() ?? []);
  }

  #begin(): void {
    const heading = findHeading(this.#head.split('\n', MOST_BEFORE + 1));
    if (heading === null) throw new TrackFileFault('type');
    this.#columns = heading.columns;
    this.#decimalComma = heading.separator !== ',';
    this.#skipped = heading.at + 1;
    this.#records = new CsvRecords(heading.separator);
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
      // An empty line, or one of separators alone, as spreadsheets leave them behind the last row.
      if (fields?.every((field) => field.trim() === '') === true) continue;
      const row = line + this.#skipped;
      const whole = fields !== null && fields.length <= this.#columns.length;
      this.#rows.push(whole ? this.#rowOf(row, fields) : faulty(row, 'row-malformed'));
    }
  }

  #rowOf(row: number, fields: readonly string[]): TrackRow {
    const fix = new FixValues(row);
    const text = { date: '', clock: '', time: '' };
    for (const [at, column] of this.#columns.entries()) {
      const field = (fields[at] ?? '').trim();
      if (column.kind === 'date' || column.kind === 'clock' || column.kind === 'time')
        text[column.kind] = field;
      else if (field !== '') this.#add(fix, column, field);
    }
    const time = text.time === '' ? `${text.date} ${text.clock}`.trim() : text.time;
    fix.time = this.#time(time);
    if (fix.time === null && time !== '') fix.fault ??= 'time-malformed';
    return fix.end();
  }

  #add(fix: FixValues, column: CsvColumn, field: string): void {
    switch (column.kind) {
      case 'latitude':
      case 'longitude':
        fix[column.kind] = readNumber(this.#number(field));
        if (fix[column.kind] === null) fix.fault ??= 'place-malformed';
        return;
      case 'value':
        fix.read(column.name, this.#number(field), column.unit);
        return;
      case 'alarms':
        fix.alarms(field);
        return;
      case 'values':
        fix.values(field);
        return;
      case 'attribute': {
        const number = this.#number(field);
        fix.attribute(column.name, readNumber(number) === null ? attributeOf(field) : Number(number));
        return;
      }
      default:
        return;
    }
  }

  #number(field: string): string {
    return this.#decimalComma ? field.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : field;
  }

  /** As text, or seconds or milliseconds since 1970. */
  #time(text: string): number | null {
    const number = readNumber(this.#number(text));
    if (number === null) return readTime(text, this.#fromLocal);
    // A year, or a date without signs, is no number of seconds.
    if (number < 1e8) return null;
    return Math.trunc(number < FIRST_MILLISECONDS ? number * 1_000 : number);
  }
}
