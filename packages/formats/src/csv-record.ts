import { formatDecimal } from './xml-text.ts';

/** Byte order mark: spreadsheets recognize UTF-8 by it. */
export const CSV_BOM = '\uFEFF';

/**
 * Matches text that a spreadsheet would run as a formula (OWASP, CSV Injection), also after characters that it skips or does not
 * display: spaces, controls (Unicode Cc), format characters (Cf: zero width, soft hyphen, direction marks), full-width or small.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Zs}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/**
 * A CSV record (RFC 4180) with its line end: texts quoted, numbers not. A text that would run as a formula gets an apostrophe in
 * front; numbers do not, even if negative.
 */
export function toCsvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map(toCsvField).join(',')}\r\n`;
}

/** Most texts; a plain expression is several times as fast. */
const HARMLESS = /^[0-9A-Za-z\u4e00-\u9fff]/;

/** Whether a spreadsheet would run the text as a formula. */
export function looksLikeFormula(text: string): boolean {
  if (HARMLESS.test(text)) return false;
  return FORMULA.test(text);
}

function toCsvField(field: string | number): string {
  if (typeof field === 'number') return formatDecimal(field);
  const escaped = looksLikeFormula(field) ? `'${field}` : field;
  return `"${escaped.replaceAll('"', '""')}"`;
}
