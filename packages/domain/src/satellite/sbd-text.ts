import { splitText } from './split-text.ts';

/**
 * Bytes of one Iridium SBD message: of the protocol, and of the widespread modems 9601, 9602 and 9603. Source: Short Burst
 * Data Service Developers Guide 3.0, section 1.5.
 */
export const SBD_LIMITS = {
  fromDevice: { protocol: 1_960, modem960x: 340 },
  toDevice: { protocol: 1_890, modem960x: 270 },
} as const;

/** Fixed bytes before and after the text in the payloads of a device. */
export interface TextTemplate {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export const PLAIN_TEXT: TextTemplate = { before: [], after: [] };

const TEMPLATE = /^((?:[0-9a-f]{2} ){0,32})\{text\}((?: [0-9a-f]{2}){0,32})$/i;

/**
 * Reads a template: bytes in hexadecimal around `{text}`, such as `FE 01 {text} 00`, at most 32 on each side. Null if it
 * is not valid.
 */
export function parseTextTemplate(template: string): TextTemplate | null {
  const [, before, after] = TEMPLATE.exec(template.trim()) ?? [];
  if (before === undefined || after === undefined) return null;
  return { before: bytesOf(before), after: bytesOf(after) };
}

const bytesOf = (hex: string): readonly number[] =>
  (hex.match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16));

/** Bytes of a text in UTF-8 (RFC 3629). A lone surrogate counts as U+FFFD, which replaces it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** What a text costs in messages of at most `limit` bytes. */
export interface SbdCount {
  /** Of the text, without those of the template. */
  readonly bytes: number;
  /** Bytes that remain in the last message. */
  readonly left: number;
  readonly messages: number;
}

/** Counts a text as it is typed; an empty one counts as one message. */
export function countSbdText(text: string, limit: number, template: TextTemplate): SbdCount {
  const chunks = splitSbdText(text, limit, template);
  const room = limit - template.before.length - template.after.length;
  return {
    bytes: utf8Length(text),
    left: room - utf8Length(chunks.at(-1) ?? ''),
    messages: Math.max(1, chunks.length),
  };
}

/**
 * Splits a text into messages of at most `limit` bytes with the template. Throws a RangeError if the template leaves no
 * room for a character.
 */
export function splitSbdText(text: string, limit: number, template: TextTemplate): readonly string[] {
  return splitText(text, limit - template.before.length - template.after.length, utf8Length);
}
