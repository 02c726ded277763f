import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A cell of a row that openpyxl writes or reads. Dates have no zone: `2027-12-31T18:30:00`. Durations are only read. */
export type ProgramCell = string | number | { readonly date: string } | { readonly seconds: number } | null;

const SCRIPT = fileURLToPath(new URL('openpyxl_sheet.py', import.meta.url));
/** Ends a program that hangs; both take some 15 seconds for 100,000 rows. */
const TIMEOUT_MS = 170_000;
const MAX_OUTPUT = 16 * 1_048_576;

/** Debian packages of the independent spreadsheet programs that are not installed. */
export function missingSheetPackages(): readonly string[] {
  return [
    ...(findInPath('soffice').length === 0 ? ['libreoffice-calc'] : []),
    ...(findPython() === null ? ['python3-openpyxl'] : []),
  ];
}

/** Writes a workbook with openpyxl. */
export function writeWithOpenpyxl(rows: readonly (readonly ProgramCell[])[]): Buffer {
  return inFolder((path) => {
    writeFileSync(path('rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    runPython(['write', path('rows.jsonl'), path('book.xlsx')]);
    return readFileSync(path('book.xlsx'));
  });
}

/** Reads the first sheet of a workbook with openpyxl. */
export function readWithOpenpyxl(workbook: Uint8Array): readonly (readonly ProgramCell[])[] {
  return inFolder((path) => {
    writeFileSync(path('book.xlsx'), workbook);
    return readRows<ProgramCell>('read', path('book.xlsx'), path('rows.jsonl'));
  });
}

/** Reads all visible sheets of a workbook with openpyxl, by name. */
export function readSheetsWithOpenpyxl(
  workbook: Uint8Array,
): Readonly<Record<string, readonly (readonly ProgramCell[])[]>> {
  return inFolder((path) => {
    writeFileSync(path('book.xlsx'), workbook);
    const sheets = readRows<string | ProgramCell[]>('read-sheets', path('book.xlsx'), path('rows.jsonl'));
    return Object.fromEntries(sheets.map(([name, ...rows]) => [name as string, rows as ProgramCell[][]]));
  });
}

/** Reads a CSV file in UTF-8 with Python. */
export function readCsvWithPython(csv: Uint8Array): readonly (readonly string[])[] {
  return inFolder((path) => {
    writeFileSync(path('table.csv'), csv);
    return readRows<string>('read-csv', path('table.csv'), path('rows.jsonl'));
  });
}

/**
 * How LibreOffice reads a column of a CSV file: `text` keeps all characters, `number` means what looks like a number,
 * `date` a date in the order year, month, day.
 */
export type CsvColumn = 'text' | 'number' | 'date';

/** Opens a CSV file in UTF-8 with LibreOffice and saves it as a workbook. */
export function csvToWorkbook(csv: string, columns: readonly CsvColumn[]): Buffer {
  return convert({ content: csv, extension: 'csv', target: WORKBOOK, input: csvFilter(columns) });
}

/** Opens a CSV file in UTF-8 with LibreOffice and saves it as CSV, with the texts that it displays. */
export function csvToCsv(csv: Uint8Array, columns: readonly CsvColumn[]): Buffer {
  return convert({ content: csv, extension: 'csv', target: CSV, input: csvFilter(columns) });
}

/** Opens a workbook with LibreOffice and saves its first sheet as CSV in UTF-8, with the texts that it displays. */
export function workbookToCsv(workbook: Uint8Array): Buffer {
  return convert({ content: workbook, extension: 'xlsx', target: CSV });
}

const WORKBOOK = { extension: 'xlsx', filter: 'xlsx:Calc MS Excel 2007 XML' };
// Comma, quotation mark, UTF-8, from row 1; cells as they are displayed.
const CSV = { extension: 'csv', filter: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true' };

function csvFilter(columns: readonly CsvColumn[]): string {
  const codes = { number: 1, text: 2, date: 5 };
  return `CSV:44,34,76,1,${columns.map((column, at) => `${at + 1}/${codes[column]}`).join('/')}`;
}

interface Conversion {
  readonly content: string | Uint8Array;
  readonly extension: string;
  readonly target: typeof CSV;
  readonly input?: string;
}

function convert({ content, extension, target, input }: Conversion): Buffer {
  return inFolder((path) => {
    writeFileSync(path(`source.${extension}`), content);
    const options = input === undefined ? [] : [`--infilter=${input}`];
    // An own profile, because a second LibreOffice with the same one would end.
    const profile = `-env:UserInstallation=file://${path('profile')}`;
    const files = ['--convert-to', target.filter, '--outdir', path('converted'), path(`source.${extension}`)];
    execFileSync('soffice', [profile, '--headless', ...options, ...files], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    return readFileSync(path(`converted/source.${target.extension}`));
  });
}

function readRows<Cell>(action: string, source: string, target: string): readonly (readonly Cell[])[] {
  runPython([action, source, target]);
  const lines = readFileSync(target, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as readonly Cell[]);
}

function runPython(args: readonly string[]): void {
  const python = findPython();
  if (python === null) throw new Error('no Python with openpyxl: install python3-openpyxl');
  execFileSync(python, [SCRIPT, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
  });
}

/** The first Python in PATH that has openpyxl: the one of another installation may come before that of the system. */
function findPython(): string | null {
  return findInPath('python3').find(hasOpenpyxl) ?? null;
}

function hasOpenpyxl(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import openpyxl'], { stdio: 'ignore', timeout: TIMEOUT_MS });
    return true;
  } catch {
    // Python ends with a status other than 0 if the module is missing.
    return false;
  }
}

function findInPath(program: string): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

function inFolder<Result>(run: (path: (name: string) => string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-sheets-'));
  try {
    return run((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
