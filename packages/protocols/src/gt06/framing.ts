import { asBuffer } from '../as-buffer.ts';
import { crcItu } from './crc-itu.ts';

/**
 * Frames of GT06 (Concox GT06 v1.8.1 chapter 4), big-endian: finding them, apart from understanding them.
 *
 * | bytes  | meaning                                                                           |
 * | ------ | --------------------------------------------------------------------------------- |
 * | 2      | 0x78 0x78 with a length of 1 byte, 0x79 0x79 with one of 2 bytes                  |
 * | 1 or 2 | length of all from the protocol number to the checksum                            |
 * | 1      | protocol number: which message                                                    |
 * | n      | content                                                                           |
 * | 2      | serial                                                                            |
 * | 2      | checksum, CRC-ITU of all from the length to the serial                            |
 * | 2      | 0x0d 0x0a                                                                         |
 *
 * A scan (`scan.ts`) has another frame: what stands in place of its length does not lead to end marks.
 */
const SHORT = 0x78;
const LONG = 0x79;
/** Start marks and length of the short kind. */
const SHORT_HEAD = 3;
const STOP = 0x0d0a;

/** A scan: start marks, number of access points (1), 0x17 or 0x69, time (6), access points (7 each), cells, end marks. */
export const SCAN = {
  numbers: [0x17, 0x69],
  timeAt: 4,
  pointsAt: 10,
  point: 7,
  network: 3,
  cell: 5,
} as const;

/** Protocol number, serial and checksum. */
const MIN_LENGTH = 5;

/** More than any message that is understood; the longest seen carry a kilobyte of a picture. */
export const MAX_FRAME_LENGTH = 2048;

const NOTHING: Buffer = Buffer.alloc(0);

export interface Found {
  /** `garbage`: bytes that are not a frame; `oversize`: a start whose length says more than any frame has. */
  readonly kind: 'frame' | 'scan' | 'garbage' | 'oversize';
  /** A view of the bytes that were fed, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Cuts a stream by the lengths in it. Where the end marks are not in their place, it looks for the next start, so that a
 * damaged length costs only the frame it was in. Call `feed`, then `next` until it answers null: only then is what is left
 * copied.
 */
export class FrameFinder {
  #bytes: Buffer = NOTHING;
  #at = 0;

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    const fed = asBuffer(bytes);
    this.#bytes = this.#bytes.length === 0 ? fed : Buffer.concat([this.#bytes, fed]);
    this.#at = 0;
  }

  next(): Found | null {
    const bytes = this.#bytes;
    const from = this.#at;
    for (let at = from; at < bytes.length; at = nextStart(bytes, at + 1)) {
      const length = frameLength(bytes, at);
      if (length === 0) continue;
      if (at > from) return this.#found('garbage', from, at);
      if (length < 0) break;
      if (length > MAX_FRAME_LENGTH) return this.#found('oversize', at, nextStart(bytes, at + 2));
      return this.#found(isScan(bytes, at, length) ? 'scan' : 'frame', at, at + length);
    }
    const rest = bytes.subarray(this.#at);
    if (rest.length > 0 && frameLength(rest, 0) === 0) return this.#found('garbage', from, bytes.length);
    this.#bytes = rest.length === 0 ? NOTHING : Buffer.from(rest);
    this.#at = 0;
    return null;
  }

  #found(kind: Found['kind'], start: number, end: number): Found {
    this.#at = end;
    return { kind, raw: this.#bytes.subarray(start, end) };
  }
}

/** The length of the frame at `at`; 0 when there is none, -1 when more bytes are needed to tell. */
function frameLength(bytes: Buffer, at: number): number {
  const mark = bytes[at];
  if (mark !== SHORT && mark !== LONG) return 0;
  const rest = bytes.length - at;
  if (rest > 1 && bytes[at + 1] !== mark) return 0;
  const head = mark === SHORT ? SHORT_HEAD : 4;
  if (rest < head) return -1;
  const length = mark === SHORT ? bytes.readUInt8(at + 2) : bytes.readUInt16BE(at + 2);
  const total = head + length + 2;
  if (length >= MIN_LENGTH) {
    if (total > MAX_FRAME_LENGTH) return total;
    if (rest < total) return -1;
    if (endsAt(bytes, at + total)) return total;
  }
  if (mark !== SHORT) return 0;
  if (rest <= head) return -1;
  return SCAN.numbers.some((number) => number === bytes[at + head]) ? scanLength(bytes, at) : 0;
}

/** The length of the scan at `at`, as `frameLength` has it. */
function scanLength(bytes: Buffer, at: number): number {
  const cellsAt = SCAN.pointsAt + (bytes[at + 2] ?? 0) * SCAN.point;
  const cells = bytes[at + cellsAt];
  if (cells === undefined) return cellsAt > MAX_FRAME_LENGTH ? 0 : -1;
  const total = cellsAt + 1 + SCAN.network + cells * SCAN.cell + 2;
  if (total > MAX_FRAME_LENGTH) return 0;
  if (bytes.length - at < total) return -1;
  return endsAt(bytes, at + total) ? total : 0;
}

function endsAt(bytes: Buffer, end: number): boolean {
  return bytes.readUInt16BE(end - 2) === STOP;
}

/** Whether the frame at `at` is as long as a scan and not as its own length says. */
function isScan(bytes: Buffer, at: number, length: number): boolean {
  return bytes[at] === SHORT && length !== bytes.readUInt8(at + 2) + SHORT_HEAD + 2;
}

/** Where the next frame can start, at or after `at`. */
function nextStart(bytes: Buffer, at: number): number {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i];
    if ((byte === SHORT || byte === LONG) && (i + 1 === bytes.length || bytes[i + 1] === byte)) return i;
  }
  return bytes.length;
}

/** What a frame carries. */
export interface Packet {
  /** Protocol number. */
  readonly id: number;
  readonly content: Buffer;
  readonly serial: number;
  /** Whether the frame is of the kind with a length of 2 bytes. */
  readonly extended: boolean;
}

/** Null when the checksum is wrong. */
export function openFrame(raw: Buffer): Packet | null {
  const extended = raw[0] === LONG;
  const head = extended ? 4 : 3;
  const end = raw.length - 2;
  if (crcItu(raw, 2, end - 2) !== raw.readUInt16BE(end - 2)) return null;
  return {
    id: raw.readUInt8(head),
    content: raw.subarray(head + 1, end - 4),
    serial: raw.readUInt16BE(end - 4),
    extended,
  };
}

export function closeFrame(packet: Packet): Buffer {
  const head = packet.extended ? 4 : 3;
  const length = packet.content.length + MIN_LENGTH;
  const frame = Buffer.alloc(head + length + 2, packet.extended ? LONG : SHORT);
  if (packet.extended) frame.writeUInt16BE(length, 2);
  else frame.writeUInt8(length, 2);
  frame.writeUInt8(packet.id, head);
  frame.set(packet.content, head + 1);
  const end = frame.length - 2;
  frame.writeUInt16BE(packet.serial, end - 4);
  frame.writeUInt16BE(crcItu(frame, 2, end - 2), end - 2);
  frame.writeUInt16BE(STOP, end);
  return frame;
}
