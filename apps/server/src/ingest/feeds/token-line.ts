/**
 * The first line of a sender: `$WLFEED,12-3f1c0a…`. Sentences of receivers begin with other letters, so that the line can
 * come from a program that only writes lines.
 */
const TOKEN_LINE = /^\$WLFEED,(\d{1,10}-[0-9a-f]{24})\s*$/;

export function readTokenLine(line: string): string | null {
  return TOKEN_LINE.exec(line)?.[1] ?? null;
}
