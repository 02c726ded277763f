import { formatDecimal } from './xml-text.ts';

/** Spreadsheets take a file for UTF-8 by this mark at its head. */
export const CSV_BOM = '\uFEFF';

/**
 * What begins like a formula is one to a spreadsheet (OWASP, CSV Injection), also behind what it passes over or does not show: spaces,
 * controls (Unicode Cc), format characters (Cf: zero width, soft hyphen, marks of direction), and in full width or small form.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Zs}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/**
 * A record of RFC 4180, with its end of line: texts in quotes, numbers without. A text that would run as a formula gets an
 * apostrophe in front; a number is one, also where it is below zero.
 */
export function toCsvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map(toCsvField).join(',')}\r\n`;
}

function toCsvField(field: string | number): string {
  if (typeof field === 'number') return formatDecimal(field);
  const escaped = FORMULA.test(field) ? `'${field}` : field;
  return `"${escaped.replaceAll('"', '""')}"`;
}
