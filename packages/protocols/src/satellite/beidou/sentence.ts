import { xorOf } from './checksum.ts';
import { type Scan, StreamReader } from './stream-reader.ts';

/**
 * Framing of the 2.1 protocol and of BeiDou-3: `$`, five letters, fields with commas, `*`, two hexadecimal digits of
 * the XOR of what is between `$` and `*`, CR LF.
 *
 * Fields can contain raw GBK, whose bytes are never below 0x40 after the first, and raw text with any ASCII character.
 * So only a `*` with a right checksum before a line end or the next `$` ends a sentence.
 */
const START = 0x24;
const STAR = 0x2a;
const COMMA = 0x2c;
const CR = 0x0d;
const LF = 0x0a;
const NAME_LENGTH = 5;
/** 14,000 bits of BeiDou-3 are 3,500 hexadecimal digits. */
export const MAX_SENTENCE_LENGTH = 4_096;

export interface Sentence {
  /** The letters after the two of the sender: `TXR`. */
  readonly name: string;
  /** The first two letters: `CC` of requests, `BD` or another one of the maker of the machine. */
  readonly talker: string;
  /** Without the name. */
  readonly fields: readonly Buffer[];
}

export function createSentenceReader(): StreamReader {
  return new StreamReader(scanSentence, findStart);
}

/** Decodes a sentence with a right checksum, `$` to the digits of the checksum. */
export function readSentence(raw: Buffer): Sentence {
  const fields: Buffer[] = [];
  const end = raw.length - 3;
  let from = 1 + NAME_LENGTH + 1;
  while (from <= end) {
    const comma = raw.indexOf(COMMA, from);
    const to = comma === -1 || comma > end ? end : comma;
    fields.push(raw.subarray(from, to));
    from = to + 1;
  }
  return { talker: raw.toString('latin1', 1, 3), name: raw.toString('latin1', 3, 1 + NAME_LENGTH), fields };
}

/**
 * Encodes a sentence with its line end.
 *
 * @param name five letters
 */
export function writeSentence(name: string, fields: readonly (string | number | Buffer)[]): Buffer {
  const parts = [name, ...fields].map((field) =>
    Buffer.isBuffer(field) ? field : Buffer.from(String(field), 'latin1'),
  );
  const content = Buffer.concat(
    parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.of(COMMA), part])),
  );
  const sum = xorOf(content, 0, content.length).toString(16).toUpperCase().padStart(2, '0');
  return Buffer.concat([Buffer.of(START), content, Buffer.from(`*${sum}\r\n`, 'latin1')]);
}

/** The content at the end of a sentence, which can itself contain commas. */
export function joinFields(fields: readonly Buffer[], from: number): Buffer {
  return Buffer.concat(
    fields.slice(from).flatMap((field, index) => (index === 0 ? [field] : [Buffer.of(COMMA), field])),
  );
}

function scanSentence(bytes: Buffer): Scan {
  if (isLineEnd(bytes[0])) return { kind: 'skip', length: 1 };
  const start = findStart(bytes, 0);
  if (start > 0) return { kind: 'garbage', length: lineStartBefore(bytes, start) };
  let hasStar = false;
  for (let at = 1; at < bytes.length && at < MAX_SENTENCE_LENGTH; at++) {
    if (isLineEnd(bytes[at]))
      return { kind: hasStar ? 'checksum' : 'malformed', length: Math.min(at, findStart(bytes, 1)) };
    if (bytes[at] !== STAR) continue;
    const after = bytes[at + 3];
    if (after === undefined) return 'wait';
    const digits = bytes.toString('latin1', at + 1, at + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(digits) || !(isLineEnd(after) || after === START)) continue;
    if (Number.parseInt(digits, 16) === xorOf(bytes, 1, at)) return { kind: 'frame', length: at + 3 };
    hasStar = true;
  }
  if (bytes.length < MAX_SENTENCE_LENGTH) return 'wait';
  return { kind: 'oversize', length: findStart(bytes, 1) };
}

/** Offset of the next `$` with five capital letters or digits and a comma, as far as they have arrived. */
function findStart(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(START, from); at !== -1; at = bytes.indexOf(START, at + 1)) {
    const comma = bytes[at + 1 + NAME_LENGTH];
    const isName = bytes.subarray(at + 1, at + 1 + NAME_LENGTH).every(isNameByte);
    if (isName && (comma === undefined || comma === COMMA)) return at;
  }
  return bytes.length;
}

/** Where the line ends before a start begin: they are no garbage. */
function lineStartBefore(bytes: Buffer, start: number): number {
  let at = start;
  while (at > 1 && isLineEnd(bytes[at - 1])) at--;
  return at;
}

function isNameByte(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === CR || byte === LF;
}
