import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';
import { crcItu } from './crc-itu.ts';

/**
 * Framing of GT06 (Concox GT06 v1.8.1 chapter 4), big-endian.
 *
 * | bytes  | meaning                                                                           |
 * | ------ | --------------------------------------------------------------------------------- |
 * | 2      | 0x78 0x78 (short, 1-byte length) or 0x79 0x79 (extended, 2-byte length)           |
 * | 1 or 2 | length from the protocol number to the checksum                                   |
 * | 1      | protocol number: the message type                                                 |
 * | n      | content                                                                           |
 * | 2      | serial                                                                            |
 * | 2      | checksum, CRC-ITU from the length to the serial                                   |
 * | 2      | 0x0d 0x0a                                                                         |
 *
 * A scan (`scan.ts`) has a different frame: the byte in place of the length does not lead to the end mark.
 */
const SHORT_START = 0x78;
const LONG_START = 0x79;
/** Both bytes of a start are the same. */
const START_LENGTH = 2;
/** Start mark and length of a short frame. */
const SHORT_HEADER_LENGTH = 3;
const END_MARK = 0x0d0a;

/** A scan: start mark, number of access points (1), 0x17 or 0x69, time (6), access points (7 each), cells, end mark. */
export const SCAN = {
  protocolNumbers: [0x17, 0x69],
  timeAt: 4,
  accessPointsAt: 10,
  accessPointLength: 7,
  networkLength: 3,
  cellLength: 5,
} as const;

/** Protocol number, serial and checksum. */
const MIN_LENGTH = 5;

/** Longer than every supported message; the longest observed ones carry one kilobyte of a picture. */
export const MAX_FRAME_LENGTH = 2048;

const EMPTY: Buffer = Buffer.alloc(0);

export interface FinderResult {
  /** `garbage`: bytes outside frames; `oversize`: a start mark with a length above the maximum. */
  readonly kind: 'frame' | 'scan' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream into frames by their length fields. If the end mark is missing, it continues at the next start mark,
 * so that a damaged length loses only one frame. Call `feed`, then `next` until it returns null; only then are the
 * remaining bytes copied.
 */
export class FrameFinder {
  #bytes: Buffer = EMPTY;
  #at = 0;

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
    for (let offset = from; offset < bytes.length; offset = findNextStart(bytes, offset + 1)) {
      const length = readFrameLength(bytes, offset);
      if (length === 0) continue;
      if (offset > from) return this.#found('garbage', from, offset);
      if (length < 0) break;
      if (length > MAX_FRAME_LENGTH) return this.#found('oversize', offset, findNextStart(bytes, offset + 2));
      return this.#found(isScan(bytes, offset, length) ? 'scan' : 'frame', offset, offset + length);
    }
    const rest = bytes.subarray(this.#at);
    if (rest.length > 0 && readFrameLength(rest, 0) === 0) return this.#found('garbage', from, bytes.length);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }

  #found(kind: FinderResult['kind'], start: number, end: number): FinderResult {
    this.#at = end;
    return { kind, raw: this.#bytes.subarray(start, end) };
  }
}

/** Length of the frame at `offset`; 0 if there is none, -1 if more bytes are needed. */
function readFrameLength(bytes: Buffer, offset: number): number {
  const startByte = bytes[offset];
  if (startByte !== SHORT_START && startByte !== LONG_START) return 0;
  const rest = bytes.length - offset;
  if (rest > 1 && bytes[offset + 1] !== startByte) return 0;
  const headerLength = startByte === SHORT_START ? SHORT_HEADER_LENGTH : 4;
  if (rest < headerLength) return -1;
  const length = startByte === SHORT_START ? bytes.readUInt8(offset + 2) : bytes.readUInt16BE(offset + 2);
  const total = headerLength + length + 2;
  if (length >= MIN_LENGTH) {
    if (total > MAX_FRAME_LENGTH) return total;
    if (rest < total) return -1;
    if (hasEndMark(bytes, offset + total)) return total;
  }
  if (startByte !== SHORT_START) return 0;
  if (rest <= headerLength) return -1;
  return SCAN.protocolNumbers.some((number) => number === bytes[offset + headerLength])
    ? readScanLength(bytes, offset)
    : 0;
}

/** Length of the scan at `offset`, with the same special values as `readFrameLength`. */
function readScanLength(bytes: Buffer, offset: number): number {
  const cellsAt = SCAN.accessPointsAt + (bytes[offset + 2] ?? 0) * SCAN.accessPointLength;
  const cells = bytes[offset + cellsAt];
  if (cells === undefined) return cellsAt > MAX_FRAME_LENGTH ? 0 : -1;
  const total = cellsAt + 1 + SCAN.networkLength + cells * SCAN.cellLength + 2;
  if (total > MAX_FRAME_LENGTH) return 0;
  if (bytes.length - offset < total) return -1;
  return hasEndMark(bytes, offset + total) ? total : 0;
}

function hasEndMark(bytes: Buffer, end: number): boolean {
  return bytes.readUInt16BE(end - 2) === END_MARK;
}

/** Whether the frame at `offset` has the length of a scan instead of the one in its length field. */
function isScan(bytes: Buffer, offset: number, length: number): boolean {
  return bytes[offset] === SHORT_START && length !== bytes.readUInt8(offset + 2) + SHORT_HEADER_LENGTH + 2;
}

/** Offset of the next possible frame start, at or after `offset`. */
function findNextStart(bytes: Buffer, offset: number): number {
  for (let i = offset; i < bytes.length; i++) {
    const byte = bytes[i];
    if ((byte === SHORT_START || byte === LONG_START) && (i + 1 === bytes.length || bytes[i + 1] === byte))
      return i;
  }
  return bytes.length;
}

/** The contents of a frame. */
export interface Packet {
  /** Protocol number. */
  readonly id: number;
  readonly content: Buffer;
  readonly serial: number;
  /** Whether the frame has a 2-byte length. */
  readonly extended: boolean;
}

/** Returns null if the checksum is wrong. */
export function decodeFrame(raw: Buffer): Packet | null {
  const extended = raw[0] === LONG_START;
  const headerLength = extended ? 4 : 3;
  const end = raw.length - 2;
  if (crcItu(raw, 2, end - 2) !== raw.readUInt16BE(end - 2)) return null;
  return {
    id: raw.readUInt8(headerLength),
    content: raw.subarray(headerLength + 1, end - 4),
    serial: raw.readUInt16BE(end - 4),
    extended,
  };
}

export function encodeFrame(packet: Packet): Buffer {
  const headerLength = packet.extended ? 4 : 3;
  const length = packet.content.length + MIN_LENGTH;
  // Every byte is written below. `alloc` would not use the pool of small buffers.
  const frame = Buffer.allocUnsafe(headerLength + length + 2);
  frame.fill(packet.extended ? LONG_START : SHORT_START, 0, START_LENGTH);
  if (packet.extended) frame.writeUInt16BE(length, 2);
  else frame.writeUInt8(length, 2);
  frame.writeUInt8(packet.id, headerLength);
  frame.set(packet.content, headerLength + 1);
  const end = frame.length - 2;
  frame.writeUInt16BE(packet.serial, end - 4);
  frame.writeUInt16BE(crcItu(frame, 2, end - 2), end - 2);
  frame.writeUInt16BE(END_MARK, end);
  return frame;
}
