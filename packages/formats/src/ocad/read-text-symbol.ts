import type { ByteReader } from './byte-reader.ts';
import { readShortString } from './ocad-text.ts';
import type { TextSymbol } from './symbol-types.ts';

/** In the units of the Windows GDI: 400 is normal, 700 bold. */
const BOLD_FROM = 550;

type TextFields = Omit<TextSymbol, 'number' | 'description' | 'hidden' | 'type'>;

/** The fields of text symbols and line text symbols, which have no paragraphs. */
export function readTextSymbol(
  reader: ByteReader,
  at: number,
  version: number,
  type: TextSymbol['type'],
): TextFields {
  const isLineText = type === 'lineText';
  const framing = at + (isLineText ? 46 : 194);
  const i16 = (offset: number) => reader.i16(at + offset);
  const hasLineBelow = !isLineText && reader.u16(at + 184) !== 0;
  return {
    font: readShortString(reader, at, 31, version),
    color: i16(32),
    size: i16(34),
    bold: i16(36) >= BOLD_FROM,
    italic: reader.u8(at + 38) !== 0,
    characterSpacing: i16(40),
    alignment: i16(44),
    lineSpacing: isLineText ? 100 : i16(46),
    paragraphSpacing: isLineText ? 0 : i16(48),
    lineBelow: hasLineBelow ? { color: i16(186), width: i16(188), distance: i16(190) } : null,
    framingMode: reader.u8(framing),
    framingBorders: [26, 28, 30, 32].map((offset) => reader.i16(framing + offset)) as [
      number,
      number,
      number,
      number,
    ],
    framingColor: reader.i16(framing + 34),
    framingWidth: reader.i16(framing + 36),
    framingOffset: [reader.i16(framing + 42), reader.i16(framing + 44)],
  };
}
