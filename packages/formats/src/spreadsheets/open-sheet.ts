import { openCsv } from './read-csv-sheet.ts';
import { type OpenSheet, openXlsx } from './read-xlsx.ts';
import type { SheetLimits } from './sheet-cell.ts';
import { SheetError } from './sheet-error.ts';

type FileKind = 'xlsx' | 'csv';

/** First bytes of files that are sometimes renamed: PNG, JPEG, GIF, BMP, WebP (RIFF), TIFF. */
const PICTURE_STARTS = [
  '89504e47',
  'ffd8ff',
  '47494638',
  '424d',
  '52494646',
  '49492a00',
  '4d4d002a',
] as const;
/** Compound File Binary: .xls files, and .xlsx files with a password ([MS-OFFCRYPTO] 1.3.3). */
const COMPOUND_FILE_START = 'd0cf11e0a1b11ae1';
/** Name of the stream of an encrypted workbook in a compound file's directory, in UTF-16. */
const ENCRYPTED_STREAM = 'EncryptedPackage';
const ZIP_START = '504b0304';
const PDF_START = '25504446';

/**
 * Detects the kind of a spreadsheet by its content; the file name does not matter.
 *
 * @throws SheetError `picture`, `encrypted`, `legacy` for a binary .xls file, `type`, `empty`
 */
export function detectFileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new SheetError('empty');
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (start.startsWith(ZIP_START)) return 'xlsx';
  if (start === COMPOUND_FILE_START)
    throw new SheetError(isEncryptedWorkbook(bytes) ? 'encrypted' : 'legacy');
  // A text may start with the two letters of BMP; every picture has a zero in its header.
  const isPicture = PICTURE_STARTS.some((picture) => start.startsWith(picture));
  if (isPicture && bytes.subarray(0, 64).includes(0)) throw new SheetError('picture');
  if (start.startsWith(PDF_START) || /^(\ufeff)?\s*<[!?a-z]/i.test(decodeStart(bytes)))
    throw new SheetError('type');
  return 'csv';
}

/**
 * Opens a spreadsheet of a known kind, after reading it once to its end.
 *
 * @throws SheetError
 */
export function openSheet(bytes: Uint8Array, limits: SheetLimits): OpenSheet {
  const sheet = detectFileKind(bytes) === 'xlsx' ? openXlsx(bytes, limits) : openCsv(bytes, limits);
  if (sheet.rowCount === 0) throw new SheetError('empty');
  return sheet;
}

function isEncryptedWorkbook(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le').decode(bytes).includes(ENCRYPTED_STREAM);
}

function decodeStart(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 100));
}
