import { decodeGbkText, gbkCode } from './gbk.ts';

/** Bits of a character: two bytes of GB2312 have 7 bits each. */
export const HANZI_BITS = 14;

const FULL_WIDTH_ROW = 0xa3;
const IDEOGRAPHIC_SPACE = 0xa1a1;
/** Row 3 of GB2312 has a yuan sign and an overline in place of these two (ISO 646-CN). */
const OTHER_FULL_WIDTH: Readonly<Record<string, number>> = { $: 0xa1e7, '~': 0xa1ab };

/**
 * Codes in the grid of GB2312 that GBK and GB18030 assigned later: first and last of each run (GB 2312-80 has 7,445
 * characters in rows 1 to 9 and 16 to 87).
 */
const LATER_CODES: readonly (readonly [number, number])[] = [
  [0xa2a1, 0xa2aa],
  [0xa2e3, 0xa2e3],
  [0xa6d9, 0xa6f5],
  [0xa8bb, 0xa8c0],
];

/** The GB2312 code of a character: full width for ASCII. Null if GB2312 lacks it. */
export function hanziCode(character: string): number | null {
  if (character === ' ') return IDEOGRAPHIC_SPACE;
  const code = gbkCode(character);
  if (code === null) return null;
  if (code > 0x20 && code < 0x7f) return OTHER_FULL_WIDTH[character] ?? (FULL_WIDTH_ROW << 8) | (0x80 + code);
  return isGb2312(code) ? code : null;
}

/**
 * Decodes pairs of GB2312. Full-width digits, letters and spaces become ASCII, because a sender has no other way to
 * write those; full-width punctuation stays. Null if the bytes are no such text.
 */
export function decodeHanzi(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0) return null;
  const text = decodeGbkText(bytes);
  if (text === null) return null;
  return text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, toHalfWidth).replaceAll('\u3000', ' ');
}

/** Whether the coding gives the character back unchanged (`decodeHanzi`): not so for ASCII punctuation. */
export function survivesHanzi(character: string): boolean {
  if (/^[0-9A-Za-z ]$/.test(character)) return true;
  if (/^[０-９Ａ-Ｚａ-ｚ\u3000]$/.test(character)) return false;
  const code = gbkCode(character);
  return code !== null && isGb2312(code);
}

function isGb2312(code: number): boolean {
  const [row, cell] = [code >> 8, code & 0xff];
  if (cell < 0xa1 || cell > 0xfe) return false;
  if (!((row >= 0xa1 && row <= 0xa9) || (row >= 0xb0 && row <= 0xf7))) return false;
  return !LATER_CODES.some(([first, last]) => code >= first && code <= last);
}

function toHalfWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}
