/** Spreadsheets take a file for UTF-8 by this mark at its head. */
export const CSV_BOM = '\uFEFF';

/**
 * What begins like a formula is one to a spreadsheet (OWASP, CSV Injection), also behind what it passes over or does not show: spaces,
 * controls (Unicode Cc), format characters (Cf: zero width, soft hyphen, marks of direction), and in full width or small form.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Zs}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/** A record of RFC 4180: every field in quotes, with its end of line. A field that would run as a formula gets an apostrophe in front. */
export function csvRecord(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
