/** Maximum number of characters of a record: those of devices have some hundred. */
const MAX_RECORD_LENGTH = 65_536;

const QUOTE = 0x22;

/** A record of a CSV file (RFC 4180) with its first line; `fields` null: its quotation marks are invalid. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[] | null;
}

/**
 * Splits a text into records, chunk by chunk (RFC 4180, also with other separators and any line end; the caller trims fields). An
 * invalid record does not affect the next one.
 */
export class CsvRecordReader {
  readonly #separator: string;
  #pending = '';
  #line = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Returns the records that are complete with this chunk. */
  write(chunk: string): readonly CsvRecord[] {
    const text = this.#pending + chunk;
    const records: CsvRecord[] = [];
    let from = 0;
    for (let end = findRecordEnd(text, from); end !== -1; end = findRecordEnd(text, from)) {
      records.push(this.#take(text.slice(from, end)));
      from = end + 1;
    }
    this.#pending = text.slice(from);
    // An unclosed quotation mark would make one record of the rest of the file.
    if (this.#pending.length > MAX_RECORD_LENGTH) records.push(...this.#takeUnclosed());
    return records;
  }

  /** Returns the last record if it has no line end. */
  end(): readonly CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.#pending !== '') records.push(...this.#takeUnclosed());
    return records;
  }

  /** Takes the first pending line: it is invalid if its quotation mark is not closed. */
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

/** The end of the record that starts at `from`: a line feed outside of quotation marks. -1: not yet complete. */
function findRecordEnd(text: string, from: number): number {
  let end = text.indexOf('\n', from);
  let quotes = 0;
  for (let counted = from; end !== -1; end = text.indexOf('\n', end + 1)) {
    for (let at = counted; at < end; at += 1) if (text.charCodeAt(at) === QUOTE) quotes += 1;
    counted = end;
    if (quotes % 2 === 0) return end;
    // No field spans that many characters: the quotation mark is an error.
    if (end - from > MAX_RECORD_LENGTH) return text.indexOf('\n', from);
  }
  return -1;
}

/** The fields of a record; null if a quotation mark is not closed, or followed by other characters. */
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

/** The quoted field that starts at `start`, with doubled quotation marks unescaped, and its end. */
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
