import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** Files of the font: all Chinese characters of GBK, Latin, Greek and Cyrillic. */
export const FONT_FILES = {
  regular: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
} as const;
export type FontWeight = keyof typeof FONT_FILES;

/** Stands for a character that the font does not have: an emoji, or one of another script. */
export const MISSING = '□';
/** They only change how the character before them looks, or are controls of the direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Line breaks, tabs and other controls. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** A weight of the font with the widths of its characters. */
export class PdfFont {
  readonly file: Buffer;
  readonly #font: Font;
  readonly #widths = new Map<number, number>();
  readonly #texts = new Map<string, string>();
  /** Whether a character was replaced. */
  hasMissing = false;

  constructor(weight: FontWeight) {
    this.file = readFileSync(FONT_FILES[weight]);
    const font = create(this.file);
    if (!('hasGlyphForCodePoint' in font)) throw new Error('the file of a font has one font');
    this.#font = font;
  }

  /** The text as it can be printed: on one line, and with a box for each character that the font does not have. */
  printable(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const line = text.toWellFormed().replace(CONTROLS, ' ');
    const isComplete = (part: string) =>
      [...part.replace(INVISIBLE, '')].every((character) =>
        this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
      );
    let printed = line.replace(INVISIBLE, '');
    if (!isComplete(line)) {
      this.hasMissing = true;
      printed = Array.from(graphemes.segment(line), ({ segment }) =>
        isComplete(segment) ? segment.replace(INVISIBLE, '') : MISSING,
      ).join('');
    }
    this.#texts.set(text, printed);
    return printed;
  }

  /** The width of a printable text, in the unit of the size. */
  widthOf(text: string, size: number): number {
    let width = 0;
    for (const character of text) width += this.#advance(character.codePointAt(0) ?? 0);
    return width * size;
  }

  #advance(codePoint: number): number {
    let advance = this.#widths.get(codePoint);
    if (advance === undefined) {
      advance = this.#font.glyphForCodePoint(codePoint).advanceWidth / this.#font.unitsPerEm;
      this.#widths.set(codePoint, advance);
    }
    return advance;
  }
}
