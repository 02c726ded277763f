/** Han and Kana, which can be divided at any place, and full-width punctuation. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** A bracket with its content so far, such as a unit: it is not divided. */
const OPEN_BRACKET = /[（(][^）)]{0,8}$/;
/** Punctuation that does not begin a line. */
const CLOSING = /[）」』》〉】”，。、；：！？]/;
const ELLIPSIS = '…';

/** Parts of a text that are not divided unless they are wider than a line. */
function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  for (const character of text) {
    const last = chunks.at(-1);
    const divides =
      last === undefined ||
      ((WIDE.test(character) || WIDE.test(last) || /[\s\-/]$/.test(last)) &&
        !CLOSING.test(character) &&
        !OPEN_BRACKET.test(last));
    if (divides) chunks.push(character);
    else chunks[chunks.length - 1] = last + character;
  }
  return chunks;
}

/** The width of the widest part of a text that is not divided. */
export function widestChunk(text: string, widthOf: (text: string) => number): number {
  return Math.max(0, ...chunksOf(text).map((chunk) => widthOf(chunk.trimEnd())));
}

/** Divides a text into lines of at most this width; the last of too many ends with an ellipsis. */
export function breakText(
  text: string,
  width: number,
  { widthOf, maxLines }: { readonly widthOf: (text: string) => number; readonly maxLines: number },
): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const chunk of chunksOf(text)) {
    if (widthOf((line + chunk).trimEnd()) <= width) {
      line += chunk;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of chunk) {
      if (line !== '' && widthOf(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  lines.push(line);
  const visible = lines
    .slice(0, lines.length > maxLines ? maxLines - 1 : maxLines)
    .map((one) => one.trimEnd());
  if (lines.length <= maxLines) return visible;
  return [...visible, cutText(lines.slice(maxLines - 1).join(''), width, widthOf)];
}

/** The beginning of a text that fits into the width, with an ellipsis. */
function cutText(text: string, width: number, widthOf: (text: string) => number): string {
  let cut = '';
  for (const character of text) {
    if (widthOf(cut + character + ELLIPSIS) > width) break;
    cut += character;
  }
  return cut.trimEnd() + ELLIPSIS;
}
