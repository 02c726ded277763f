/**
 * Widths of the characters from space to tilde in thousandths of the font size: the metrics of Helvetica that Adobe publishes (AFM
 * 2.0). Fonts of maps are mostly Arial, which has the same ones.
 */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const FIRST = 32;
const OTHER_WIDTH = 556;
const WIDE_WIDTH = 1_000;
/** From here on most characters fill the em square: Chinese, Japanese, Korean. */
const FIRST_WIDE = 0x2e80;

/** Heights above the baseline, in font sizes. */
export const CAP_HEIGHT = 0.716;
export const ASCENT = 0.905;
export const DESCENT = 0.212;

/** Approximate width of a text in font sizes. `spacing`: additional space after each character. */
export function textWidth(text: string, spacing: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character) + spacing;
  return width;
}

export function characterWidth(character: string): number {
  // Letters with accents are as wide as those without.
  const code = character.normalize('NFD').codePointAt(0) ?? FIRST;
  const width = WIDTHS[code - FIRST] ?? (code >= FIRST_WIDE ? WIDE_WIDTH : OTHER_WIDTH);
  return width / 1_000;
}

/** Breaks a line at spaces, so that it fits into a width in font sizes. Longer words are not broken. */
export function wrapText(text: string, width: number, spacing: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, spacing) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
