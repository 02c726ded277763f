import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of Meitrack (T622 GPRS protocol V1.2 section 1.1).
 *
 * | bytes | meaning                                                                                   |
 * | ----- | ----------------------------------------------------------------------------------------- |
 * | 2     | `$$` from the device, `@@` from the server                                                |
 * | 1     | flag, 0x41 to 0x7a; a reply repeats it                                                    |
 * | 1-4   | length in decimal digits: from the first comma to the line feed, both included            |
 * | 1     | `,`                                                                                       |
 * | n     | IMEI, `,`, command, and mostly `,` and its values; CCC, CCE and D00 contain binary values |
 * | 1     | `*`                                                                                       |
 * | 2     | checksum, upper-case hexadecimal: sum of all bytes up to and including `*`, modulo 256    |
 * | 2     | 0x0d 0x0a                                                                                 |
 */
const START_LENGTH = 2;
const COMMA = 0x2c;
const ASTERISK = 0x2a;
const ZERO = 0x30;
const NINE = 0x39;
const MIN_FLAG = 0x41;
const MAX_FLAG = 0x7a;
const END_MARK = 0x0d0a;
const MAX_LENGTH_DIGITS = 4;
/** Asterisk, checksum and end mark. */
const TAIL_LENGTH = 5;
/** First comma and tail. */
const MIN_LENGTH = 1 + TAIL_LENGTH;

export const FROM_DEVICE = 0x24;
export const FROM_SERVER = 0x40;

/** The document gives 1,046 bytes as the length of the longest packet. */
export const MAX_FRAME_LENGTH = 2048;

const EMPTY: Buffer = Buffer.alloc(0);

export interface FinderResult {
  /** `garbage`: bytes outside frames; `oversize`: a start with a length above the maximum. */
  readonly kind: 'frame' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream into frames by their lengths, because binary values contain end marks. If the end is not where the
 * length says, it continues at the next start, so that a damaged length loses only one frame. Call `feed`, then `next`
 * until it returns null; only then are the remaining bytes copied.
 */
export class FrameFinder {
  readonly #startByte: number;
  #bytes: Buffer = EMPTY;
  #at = 0;

  constructor(startByte: number) {
    this.#startByte = startByte;
  }

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    this.#bytes = this.#bytes.length === 0 ? input : Buffer.concat([this.#bytes, input]);
    this.#at = 0;
  }

  next(): FinderResult | null {
    const bytes = this.#bytes;
    const from = this.#at;
    for (let offset = from; offset < bytes.length; offset = this.#findStart(offset + 1)) {
      const length = readFrameLength(bytes, offset, this.#startByte);
      if (length === 0) continue;
      if (offset > from) return this.#found('garbage', from, offset);
      if (length < 0) break;
      if (length > MAX_FRAME_LENGTH)
        return this.#found('oversize', offset, this.#findStart(offset + START_LENGTH));
      return this.#found('frame', offset, offset + length);
    }
    const rest = bytes.subarray(from);
    if (rest.length > 0 && readFrameLength(rest, 0, this.#startByte) === 0)
      return this.#found('garbage', from, bytes.length);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }

  #found(kind: FinderResult['kind'], start: number, end: number): FinderResult {
    this.#at = end;
    return { kind, raw: this.#bytes.subarray(start, end) };
  }

  #findStart(offset: number): number {
    const found = this.#bytes.indexOf(this.#startByte, offset);
    return found < 0 ? this.#bytes.length : found;
  }
}

/** Length of the frame at `offset`; 0 if there is none, -1 if more bytes are needed. */
function readFrameLength(bytes: Buffer, offset: number, startByte: number): number {
  if (bytes[offset] !== startByte) return 0;
  const next = bytes[offset + 1];
  const flag = bytes[offset + START_LENGTH];
  if (next !== undefined && next !== startByte) return 0;
  if (flag === undefined) return -1;
  if (flag < MIN_FLAG || flag > MAX_FLAG) return 0;
  const digitsAt = offset + START_LENGTH + 1;
  let length = 0;
  for (let at = digitsAt; at <= digitsAt + MAX_LENGTH_DIGITS; at++) {
    const byte = bytes[at];
    if (byte === undefined) return -1;
    if (byte === COMMA && at > digitsAt) return checkEnd(bytes, offset, at + length);
    if (byte < ZERO || byte > NINE) return 0;
    length = length * 10 + byte - ZERO;
  }
  return 0;
}

/** The length of the frame that ends before `end`, with the same special values as `readFrameLength`. */
function checkEnd(bytes: Buffer, offset: number, end: number): number {
  const total = end - offset;
  if (total > MAX_FRAME_LENGTH) return total;
  if (end > bytes.length) return -1;
  const isEnd =
    total >= START_LENGTH + 1 + MIN_LENGTH &&
    bytes[end - TAIL_LENGTH] === ASTERISK &&
    bytes.readUInt16BE(end - 2) === END_MARK;
  return isEnd ? total : 0;
}

/** The contents of a frame. */
export interface Packet {
  readonly flag: number;
  /** From the IMEI to before the asterisk. */
  readonly body: Buffer;
}

/** Returns null if the checksum is wrong. */
export function decodeFrame(raw: Buffer): Packet | null {
  const end = raw.length - TAIL_LENGTH;
  if (raw.toString('latin1', end + 1, end + 3) !== checksum(raw, end + 1)) return null;
  const comma = raw.indexOf(COMMA, START_LENGTH + 1);
  return { flag: raw.readUInt8(START_LENGTH), body: raw.subarray(comma + 1, end) };
}

export function encodeFrame(startByte: number, { flag, body }: Packet): Buffer {
  const length = String(MIN_LENGTH + body.length);
  // Every byte is written below. `alloc` would not use the pool of small buffers.
  const frame = Buffer.allocUnsafe(START_LENGTH + 1 + length.length + MIN_LENGTH + body.length);
  frame.fill(startByte, 0, START_LENGTH);
  frame.writeUInt8(flag, START_LENGTH);
  const bodyAt = START_LENGTH + 1 + frame.write(`${length},`, START_LENGTH + 1, 'latin1');
  body.copy(frame, bodyAt);
  const end = bodyAt + body.length;
  frame.writeUInt8(ASTERISK, end);
  frame.write(`${checksum(frame, end + 1)}\r\n`, end + 1, 'latin1');
  return frame;
}

/** The flag after this one. */
export function nextFlag(flag: number): number {
  return flag < MAX_FLAG ? flag + 1 : MIN_FLAG;
}

export const FIRST_FLAG = MIN_FLAG;

/** Number of different flags. */
export const FLAGS = MAX_FLAG - MIN_FLAG + 1;

/** All checksums as text. */
const CHECKSUMS = Array.from({ length: 256 }, (_, sum) => sum.toString(16).toUpperCase().padStart(2, '0'));

function checksum(bytes: Buffer, end: number): string {
  let sum = 0;
  for (let at = 0; at < end; at++) sum += bytes[at] ?? 0;
  return CHECKSUMS[sum & 0xff] ?? '';
}
