/** The text is not a script of H2, or has a value that is not supported. */
export class H2ScriptError extends Error {
  override readonly name = 'H2ScriptError';

  /** @param line from 1 */
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
  }
}

/** Numbers and times stay text, as written. */
export type H2Value = string | boolean | null;

export type H2Item =
  | { readonly type: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** `columns` is null if the values are in the order of the table. */
  | {
      readonly type: 'row';
      readonly table: string;
      readonly columns: readonly string[] | null;
      readonly values: readonly H2Value[];
    };

/** Rows have a few hundred characters; a limit keeps other files out of the memory. */
const MAX_LINE = 4_194_304;

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
const CREATE = new RegExp(
  String.raw`^CREATE (?:CACHED |MEMORY )?TABLE (?:IF NOT EXISTS )?${NAME}\s*\(\s*$`,
  'i',
);
const COLUMN = /^\s+"?(\w+)"? /;
const INSERT = new RegExp(String.raw`^INSERT INTO ${NAME}\s*(?:\(([^()]*)\))?\s*VALUES\s*(.*)$`, 'i');

/**
 * Reads the tables and rows of a script that H2 1.4 or 2 wrote with `SCRIPT TO`. H2 writes each row on a line of its own and
 * escapes line breaks in texts. Names are in lower case. Statements of other kinds are skipped.
 *
 * @throws H2ScriptError
 */
export async function* readH2Script(chunks: AsyncIterable<string>): AsyncGenerator<H2Item> {
  let table: { readonly name: string; readonly columns: string[] } | null = null;
  let insert: { readonly table: string; readonly columns: readonly string[] | null } | null = null;
  let number = 0;
  for await (const line of splitLines(chunks)) {
    number += 1;
    if (table !== null) {
      const column = COLUMN.exec(line)?.[1];
      if (column !== undefined) table.columns.push(column.toLowerCase());
      else {
        yield { type: 'table', table: table.name, columns: table.columns };
        table = null;
      }
      continue;
    }
    let rows = insert === null ? '' : line;
    if (insert === null) {
      const created = CREATE.exec(line)?.[1];
      if (created !== undefined) table = { name: created.toLowerCase(), columns: [] };
      const [, into, names, rest = ''] = INSERT.exec(line) ?? [];
      if (into === undefined) continue;
      insert = { table: into.toLowerCase(), columns: names === undefined ? null : namesIn(names) };
      rows = rest;
    }
    const { values, ended } = readRows(rows.trimEnd(), number);
    for (const row of values) yield { type: 'row', ...insert, values: row };
    if (ended) insert = null;
  }
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let [rest, lines] = ['', 0];
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines += parts.length;
    if (rest.length > MAX_LINE) throw new H2ScriptError(lines + 1, 'too long: not a script of H2');
    yield* parts;
  }
  if (rest !== '') yield rest;
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.replaceAll(/["\s]/g, '').toLowerCase());
}

/** The rows of a line, and whether the statement ends with it. */
function readRows(line: string, number: number): { values: readonly (readonly H2Value[])[]; ended: boolean } {
  const values: H2Value[][] = [];
  let at = 0;
  const isNext = (character: string): boolean => {
    while (line[at] === ' ') at += 1;
    if (line[at] !== character) return false;
    at += 1;
    return true;
  };
  while (isNext('(')) {
    const row: H2Value[] = [];
    do {
      while (line[at] === ' ') at += 1;
      const { value, end } = readValue(line, at, number);
      row.push(value);
      at = end;
    } while (isNext(','));
    if (!isNext(')')) throw new H2ScriptError(number, `not understood: ${line.slice(at, at + 40)}`);
    values.push(row);
    isNext(',');
  }
  const ended = isNext(';');
  if (at < line.length) throw new H2ScriptError(number, `not understood: ${line.slice(at, at + 40)}`);
  return { values, ended };
}

/** U&'...': text with \xxxx; STRINGDECODE('...'): text with escapes of Java; TIMESTAMP '...' and others as written. */
const TEXT = /(?:(U&|STRINGDECODE\(|(?:TIMESTAMP|DATE|TIME|X|JSON)\s*)?)'((?:[^']|'')*)'(\)?)/iy;
const WORD = /NULL|TRUE|FALSE|[-+]?[\d.]+(?:E[-+]?\d+)?(?![\w.])/iy;

function readValue(line: string, at: number, number: number): { value: H2Value; end: number } {
  WORD.lastIndex = at;
  const word = WORD.exec(line)?.[0];
  if (word !== undefined) return { value: wordValue(word), end: at + word.length };
  TEXT.lastIndex = at;
  const [all, kind = '', quoted = '', closing = ''] = TEXT.exec(line) ?? [];
  const isCall = kind.endsWith('(');
  if (all === undefined || (isCall && closing === ''))
    throw new H2ScriptError(number, `a value is not supported: ${line.slice(at, at + 40)}`);
  // Without a call, the bracket ends the row.
  const end = at + all.length - (isCall ? 0 : closing.length);
  return { value: decodeText(quoted.replaceAll("''", "'"), kind.toUpperCase()), end };
}

function wordValue(word: string): H2Value {
  switch (word.toUpperCase()) {
    case 'NULL':
      return null;
    case 'TRUE':
      return true;
    case 'FALSE':
      return false;
    default:
      return word;
  }
}

function decodeText(text: string, kind: string): string {
  if (kind === 'U&')
    return text.replaceAll(/\\(?:\\|\+([\da-f]{6})|([\da-f]{4}))/gi, (_, long?: string, short?: string) =>
      long === undefined && short === undefined
        ? '\\'
        : codePointText(Number.parseInt(long ?? short ?? '', 16)),
    );
  if (kind === 'STRINGDECODE(')
    return text.replaceAll(
      /\\(?:u([\da-f]{4})|([0-7]{3})|(.))/gi,
      (_, hex?: string, octal?: string, letter = '') => {
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        return JAVA_ESCAPES[letter] ?? letter;
      },
    );
  return text;
}

const JAVA_ESCAPES: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', b: '\b', f: '\f' };

function codePointText(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd';
}
