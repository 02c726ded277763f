import {
  type BeidouCoding,
  DIGIT_BITS,
  decodeText,
  type EncodedText,
  MIXED_MARK,
} from '@wakeline/domain/satellite/beidou-coding';
import { decodeGbkStrictly, decodeGbkText } from '@wakeline/domain/satellite/gbk';
import type { BeidouContent, Clock } from './event.ts';
import { POSITION_LENGTH, readPositionReport } from './position-report.ts';

/**
 * Header that terminals of one maker put before a text, seen in public captures (inferred): 0x90, five bytes 0, Unix
 * time (4), GBK.
 */
const MAKER_HEADER = Buffer.from('900000000000', 'hex');
const MAKER_TEXT_AT = 10;

/** Interprets the bytes of content. */
export function readContent(
  coding: BeidouContent['coding'],
  bytes: Uint8Array,
  bits: number,
  clock: Clock,
): BeidouContent {
  const content = { coding, bytes: Uint8Array.from(bytes), bits };
  const nothing = { text: null, position: null, writtenAt: null };
  if (coding === 'compressed') return { ...content, ...nothing };
  if (coding === 'hanzi') return { ...content, ...nothing, text: decodeText(coding, bytes, bits) };
  const position = bytes.length === POSITION_LENGTH ? readPositionReport(bytes, clock) : null;
  if (position !== null) return { ...content, ...nothing, position };
  const maker = readMakerText(bytes);
  if (maker !== null) return { ...content, ...nothing, ...maker };
  return { ...content, ...nothing, text: decodeText(coding, bytes, bits) };
}

/** `code` and `mixed` have the same number in binary frames: the mark distinguishes them. */
export function codingOfBytes(bytes: Uint8Array): BeidouCoding {
  return bytes[0] === MIXED_MARK ? 'mixed' : 'code';
}

/** Content of a sentence: hexadecimal digits, except that `hanzi` and what modems compress is raw. */
export function writeSentenceContent({
  coding,
  bytes,
  bits,
}: Pick<BeidouContent, 'coding' | 'bytes' | 'bits'>): Buffer {
  if (coding === 'hanzi' || coding === 'compressed') return Buffer.from(bytes);
  const digits = Buffer.from(bytes).toString('hex').toUpperCase();
  return Buffer.from(coding === 'code' ? digits.slice(0, bits / DIGIT_BITS) : digits, 'latin1');
}

/**
 * The bytes of the content of a sentence. Devices also send `hanzi` as hexadecimal digits, mixed text raw with its mark
 * as a byte, as `A4` or without it, and raw text as `code`.
 */
export function readSentenceContent(coding: BeidouCoding, field: Buffer): EncodedText {
  const digits = field.toString('latin1');
  const isHex = /^[0-9A-Fa-f]+$/.test(digits);
  if (coding === 'hanzi') {
    const bytes = isHex && digits.length % 4 === 0 ? Buffer.from(digits, 'hex') : field;
    return { coding, bytes, bits: Math.ceil(bytes.length / 2) * 14 };
  }
  if (isHex && (coding === 'code' || isMixedHex(digits))) {
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
    return { coding, bytes, bits: digits.length * DIGIT_BITS };
  }
  const bytes = Buffer.concat([Buffer.of(MIXED_MARK), stripMark(field)]);
  return { coding: 'mixed', bytes, bits: bytes.length * 8 };
}

/** Digits that begin with the mark, or without it are GBK with characters beyond ASCII; else they are text themselves. */
function isMixedHex(digits: string): boolean {
  if (digits.length % 2 !== 0) return false;
  if (/^a4/i.test(digits)) return true;
  const bytes = Buffer.from(digits, 'hex');
  return bytes.some((byte) => byte >= 0x80) && decodeGbkStrictly(bytes) !== null;
}

function stripMark(field: Buffer): Buffer {
  if (field[0] === MIXED_MARK && decodeGbkStrictly(field.subarray(1)) !== null) return field.subarray(1);
  return field.subarray(0, 2).toString('latin1') === 'A4' ? field.subarray(2) : field;
}

function readMakerText(bytes: Uint8Array): Pick<BeidouContent, 'text' | 'writtenAt'> | null {
  if (bytes.length <= MAKER_TEXT_AT) return null;
  const header = Buffer.from(bytes.subarray(0, MAKER_TEXT_AT));
  if (!header.subarray(0, MAKER_HEADER.length).equals(MAKER_HEADER)) return null;
  const text = decodeGbkText(bytes.subarray(MAKER_TEXT_AT));
  return text === null ? null : { text, writtenAt: header.readUInt32BE(MAKER_HEADER.length) * 1_000 };
}
