import {
  addCharacter,
  type BeidouCoding,
  BYTE_BITS,
  type CodingBits,
  chooseCoding,
  NO_BITS,
} from './beidou-coding.ts';
import { HANZI_BITS } from './beidou-hanzi.ts';
import { findUnencodable } from './gbk.ts';

/**
 * Why a text is not split: `empty`, `unencodable` (GBK lacks a character), or `limit` (one of its characters alone
 * exceeds the limit).
 */
export type SplitError = 'empty' | 'unencodable' | 'limit';

/**
 * Splits a text into the fewest messages of at most `limit` bits each, in the most compact coding of each. Characters
 * stay complete.
 */
export function splitText(text: string, limit: number): readonly string[] | SplitError {
  if (text === '') return 'empty';
  const parts: string[] = [];
  let part = '';
  let bits = NO_BITS;
  for (const character of text) {
    const longer = addCharacter(bits, character);
    const chosen = chooseCoding(longer);
    if (chosen === null) return 'unencodable';
    if (chosen.bits <= limit) {
      part += character;
      bits = longer;
      continue;
    }
    if (part === '') return 'limit';
    parts.push(part);
    part = character;
    bits = addCharacter(NO_BITS, character);
    if ((chooseCoding(bits)?.bits ?? 0) > limit) return 'limit';
  }
  return [...parts, part];
}

/** What a text takes, for the counter of a form. */
export interface TextMeasure {
  /** Coding of the text in one message; null: it is empty, or GBK lacks a character. */
  readonly coding: BeidouCoding | null;
  /** Code points of the text. */
  readonly characters: number;
  /** Bits that the messages use together; of an unencodable text without the characters that GBK lacks. */
  readonly bits: number;
  /** Bits of one message. */
  readonly limit: number;
  /** Messages that the text takes; null if it cannot be sent with this limit. */
  readonly parts: number | null;
  /** Bits that the last message has left. */
  readonly bitsLeft: number;
  /** Chinese characters that fit into the last message after the text. */
  readonly charactersLeft: number;
  /** The characters that GBK lacks, each once. */
  readonly unencodable: readonly string[];
}

/** Measures a text against the limit of one message in bits. */
export function measureText(text: string, limit: number): TextMeasure {
  const unencodable = findUnencodable(text);
  const lacking = new Set(unencodable);
  const split = splitText([...text].filter((character) => !lacking.has(character)).join(''), limit);
  const parts = typeof split === 'string' ? [] : split;
  const last = countBits(parts.at(-1) ?? '');
  const used = parts.length === 0 ? 0 : bitsOf(last);
  const complete = parts.slice(0, -1).reduce((sum, part) => sum + bitsOf(countBits(part)), 0);
  return {
    coding: text === '' ? null : (chooseCoding(countBits(text))?.coding ?? null),
    characters: [...text].length,
    bits: complete + used,
    limit,
    parts: parts.length === 0 || unencodable.length > 0 ? null : parts.length,
    bitsLeft: Math.max(0, limit - used),
    charactersLeft: Math.max(
      fitting(limit, last.hanzi, HANZI_BITS),
      fitting(limit, last.mixed, 2 * BYTE_BITS),
    ),
    unencodable,
  };
}

/** How many characters of `each` bits fit after `used` ones; null: not in this coding. */
function fitting(limit: number, used: number | null, each: number): number {
  return used === null ? 0 : Math.max(0, Math.floor((limit - used) / each));
}

function countBits(text: string): CodingBits {
  let bits = NO_BITS;
  for (const character of text) bits = addCharacter(bits, character);
  return bits;
}

function bitsOf(bits: CodingBits): number {
  return chooseCoding(bits)?.bits ?? 0;
}
