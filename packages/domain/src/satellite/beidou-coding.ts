import { decodeHanzi, HANZI_BITS, hanziCode, survivesHanzi } from './beidou-hanzi.ts';
import { decodeGbkText, encodeGbk, gbkCode } from './gbk.ts';

/**
 * How a BeiDou short message contains text: `hanzi` is pairs of GB2312, 14 bits each; `code` is digits, 4 bits each;
 * `mixed` is 0xA4 and then GBK, 8 bits a byte.
 */
export type BeidouCoding = 'hanzi' | 'code' | 'mixed';

/** First byte of mixed content. */
export const MIXED_MARK = 0xa4;
export const DIGIT_BITS = 4;
export const BYTE_BITS = 8;

export interface EncodedText {
  readonly coding: BeidouCoding;
  /** Digits are packed, high half first; an odd one is followed by a half of zero. */
  readonly bytes: Uint8Array;
  /** What the message counts for, which for `hanzi` is less than the bits of the bytes. */
  readonly bits: number;
}

/** Bits of a text that is built character by character, in each coding; null: the coding cannot express it. */
export interface CodingBits {
  readonly hanzi: number | null;
  readonly code: number | null;
  readonly mixed: number | null;
}

export const NO_BITS: CodingBits = { hanzi: 0, code: 0, mixed: BYTE_BITS };

/** The bits after one more character. */
export function addCharacter(bits: CodingBits, character: string): CodingBits {
  const code = gbkCode(character);
  return {
    hanzi: bits.hanzi === null || !survivesHanzi(character) ? null : bits.hanzi + HANZI_BITS,
    code: bits.code === null || !/^[0-9]$/.test(character) ? null : bits.code + DIGIT_BITS,
    mixed: bits.mixed === null || code === null ? null : bits.mixed + (code > 0xff ? 2 : 1) * BYTE_BITS,
  };
}

/** The most compact coding that gives the text back unchanged; null if GBK lacks a character. */
export function chooseCoding(
  bits: CodingBits,
): { readonly coding: BeidouCoding; readonly bits: number } | null {
  let best: { readonly coding: BeidouCoding; readonly bits: number } | null = null;
  for (const coding of ['code', 'hanzi', 'mixed'] as const) {
    const count = bits[coding];
    if (count !== null && (best === null || count < best.bits)) best = { coding, bits: count };
  }
  return best;
}

/**
 * Encodes a text in a coding, by default in the most compact one. Null if the coding cannot express the text; ASCII
 * punctuation becomes full width in `hanzi`.
 */
export function encodeText(text: string, coding: BeidouCoding | null = null): EncodedText | null {
  const chosen = coding ?? chooseCoding([...text].reduce(addCharacter, NO_BITS))?.coding ?? null;
  if (chosen === null) return null;
  if (chosen === 'code') return encodeDigits(text);
  if (chosen === 'hanzi') return encodeHanzi(text);
  if ([...text].some((character) => gbkCode(character) === null)) return null;
  const bytes = Uint8Array.of(MIXED_MARK, ...encodeGbk(text));
  return { coding: 'mixed', bytes, bits: bytes.length * BYTE_BITS };
}

/**
 * Decodes content. `code` gives hexadecimal digits, and mixed content that a terminal sent as `code` its text. Mixed
 * content without its mark is decoded as well. Null: no such text.
 */
export function decodeText(coding: BeidouCoding, bytes: Uint8Array, bits: number): string | null {
  if (coding === 'hanzi') return decodeHanzi(bytes);
  const isMarked = bytes[0] === MIXED_MARK;
  const text = coding === 'mixed' || isMarked ? decodeGbkText(bytes.subarray(isMarked ? 1 : 0)) : null;
  if (text !== null || coding === 'mixed') return text;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  return digits.slice(0, Math.ceil(bits / DIGIT_BITS));
}

/** Packs decimal or hexadecimal digits; null for anything else. */
export function encodeDigits(text: string): EncodedText | null {
  if (!/^[0-9A-Fa-f]*$/.test(text)) return null;
  const padded = text.length % 2 === 0 ? text : `${text}0`;
  const bytes = Uint8Array.from({ length: padded.length / 2 }, (_, index) =>
    Number.parseInt(padded.slice(index * 2, index * 2 + 2), 16),
  );
  return { coding: 'code', bytes, bits: text.length * DIGIT_BITS };
}

function encodeHanzi(text: string): EncodedText | null {
  const codes = Array.from(text, hanziCode);
  const bytes: number[] = [];
  for (const code of codes) {
    if (code === null) return null;
    bytes.push(code >> 8, code & 0xff);
  }
  return { coding: 'hanzi', bytes: Uint8Array.from(bytes), bits: codes.length * HANZI_BITS };
}
