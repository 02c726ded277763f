import { measureText } from './beidou-parts.ts';
import { countInreachText } from './inreach-text.ts';
import { countSbdText, PLAIN_TEXT } from './sbd-text.ts';
import { beidouBits, sbdBytes, type TerminalCapacity } from './terminal-parts.ts';

/** What a text to a terminal takes, for the counter of a form. */
export interface TerminalMeasure {
  /** What the network counts: bits of BeiDou, bytes of Iridium, characters of inReach. */
  readonly unit: 'bits' | 'bytes' | 'characters';
  /** Units of the text. */
  readonly used: number;
  /** Units of one transmission. */
  readonly limit: number;
  /** Units that remain in the last transmission. */
  readonly left: number;
  /** Code points of the text. */
  readonly characters: number;
  /** Chinese characters that fit into the last transmission; null: the network does not count them. */
  readonly hanziLeft: number | null;
  /** Transmissions; 0: there is no text, or the terminal cannot receive it. */
  readonly parts: number;
  /** Characters that the network cannot express, each once. */
  readonly missing: readonly string[];
}

/** Measures a text as it is typed; it agrees with `splitForTerminal`. */
export function measureForTerminal(
  text: string,
  capacity: TerminalCapacity,
  urgent: boolean,
): TerminalMeasure {
  const characters = [...text].length;
  if (capacity.network === 'beidou') {
    const { bits, limit, parts, bitsLeft, charactersLeft, unencodable } = measureText(
      text,
      beidouBits(capacity, urgent),
    );
    return {
      unit: 'bits',
      used: bits,
      limit,
      left: bitsLeft,
      characters,
      hanziLeft: charactersLeft,
      parts: parts ?? 0,
      missing: unencodable,
    };
  }
  if (capacity.network === 'iridium') {
    const limit = sbdBytes(capacity);
    const { bytes, left, messages } = countSbdText(text, limit, PLAIN_TEXT);
    const parts = text === '' ? 0 : messages;
    return { unit: 'bytes', used: bytes, limit, left, characters, hanziLeft: null, parts, missing: [] };
  }
  const { characters: used, limit, left, messages } = countInreachText(text);
  const parts = text === '' ? 0 : messages;
  return { unit: 'characters', used, limit, left, characters, hanziLeft: null, parts, missing: [] };
}
