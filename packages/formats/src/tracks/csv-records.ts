/** Characters of a record: a device's has some hundred. */
const MAX_RECORD_LENGTH = 65_536;

const QUOTE = 0x22;

/** A record of a file of RFC 4180, with the line in which it begins; `fields` null: its quotation marks are wrong. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[] | null;
}

/**
 * Takes a text apart into records, piece by piece (RFC 4180, with other separators, any end of line, and spaces around fields left
 * to the reader). A record that is wrong does not cost the next one.
 */
export class CsvRecordReader {
  readonly #separator: string;
  #pending = '';
  #line = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Records that are whole with this piece. */
  write(chunk: string): readonly CsvRecord[] {
    const text = this.#pending + chunk;
    const records: CsvRecord[] = [];
    let from = 0;
    for (let end = findRecordEnd(text, from); end !== -1; end = findRecordEnd(text, from)) {
      records.push(this.#take(text.slice(from, end)));
      from = end + 1;
    }
    this.#pending = text.slice(from);
    // A quotation mark that is never closed would make one record of the rest.
    if (this.#pending.length > MAX_RECORD_LENGTH) records.push(...this.#takeUnclosed());
    return records;
  }

  /** The last record, where its line has no end. */
  end(): readonly CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#pending !== '') records.push(...this.#takeUnclosed());
    return records;
  }

  /** What waits, up to the end of its first line: with a quotation mark left open it is wrong. */
  #takeUnclosed(): readonly CsvRecord[] {
    const text = this.#pending;
    const end = text.indexOf('\n');
    this.#pending = end === -1 ? '' : text.slice(end + 1);
    return [this.#take(end === -1 ? text : text.slice(0, end))];
  }

  #take(text: string): CsvRecord {
    const line = this.#line;
    this.#line += 1 + (text.match(/\n/g)?.length ?? 0);
    const record = text.endsWith('\r') ? text.slice(0, -1) : text;
    return { line, fields: record.length > MAX_RECORD_LENGTH ? null : parseFields(record, this.#separator) };
  }
}

/** Where the record ends that begins at `from`: at a line feed outside of quotation marks. -1: not yet. */
function findRecordEnd(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  let quotes = 0;
  for (let counted = from; end !== -1; end = text.indexOf('\n', end + 1)) {
    for (let at = counted; at < end; at += 1) if (text.charCodeAt(at) === QUOTE) quotes += 1;
    counted = end;
    if (quotes % 2 === 0) return end;
    // Nobody writes a field over so many lines: the quotation mark is a slip.
    if (end - from > MAX_RECORD_LENGTH) return text.indexOf('\n', from);
  }
  return -1;
}

/** Fields of a record; null where a quotation mark is not closed, or something follows it. */
export function parseFields(record: string, separator: string): readonly string[] | null {
  const fields: string[] = [];
  for (let at = 0; at <= record.length; ) {
    if (record[at] === '"') {
      const field = parseQuoted(record, at);
      if (field === null || (field.end < record.length && record[field.end] !== separator)) return null;
      fields.push(field.text);
      at = field.end + 1;
    } else {
      const end = record.indexOf(separator, at);
      const text = record.slice(at, end === -1 ? record.length : end);
      if (text.includes('"')) return null;
      fields.push(text);
      at = end === -1 ? record.length + 1 : end + 1;
    }
  }
  return fields;
}

/** A field in quotation marks from `start` on, two of them within it for one, and where it ends. */
function parseQuoted(record: string, start: number): { readonly text: string; readonly end: number } | null {
  let text = '';
  for (let from = start + 1; ; ) {
    const at = record.indexOf('"', from);
    if (at === -1) return null;
    text += record.slice(from, at);
    if (record[at + 1] !== '"') return { text, end: at + 1 };
    text += '"';
    from = at + 2;
  }
}
