const LINE_FEED = 0x0a;

/** The line of a position in a text: lines from 1, positions in UTF-16 units from 0. */
export function lineAt(text: string, position: number): number {
  const end = Math.min(position, text.length);
  let line = 1;
  // Character by character: repeated `indexOf` is ten times slower if the text has little else than line feeds.
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === LINE_FEED) line += 1;
  return line;
}
