import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';
import { crcIbm } from './crc-ibm.ts';

/**
 * Framing of Teltonika devices (Teltonika Telematics Wiki, "Teltonika Data Sending Protocols"), big-endian. The first
 * bytes determine the kind of frame, so that one finder serves TCP and UDP.
 *
 * | kind   | bytes                                                                                                   |
 * | ------ | ------------------------------------------------------------------------------------------------------- |
 * | login  | 0x000f, IMEI in 15 digits (TCP)                                                                         |
 * | packet | 0x00000000, length of the data (4), data, CRC-16/IBM of the data (4) (TCP)                              |
 * | datagram | length of the rest (2), packet id (2), 0x01, AVL packet id (1), 0x000f, IMEI in 15 digits, data (UDP) |
 * | ping   | 0xff: keeps the connection open; skipped                                                                |
 *
 * The data starts with the codec (1) and the number of records (1), and ends with the number of records (1).
 */
const LOGIN_LENGTH = 17;
const IMEI_LENGTH = 15;
export const PACKET_HEADER_LENGTH = 8;
const CRC_LENGTH = 4;
/** Codec and both numbers of records. */
const MIN_DATA_LENGTH = 3;
const DATAGRAM_TYPE = 0x01;
const DATAGRAM_HEADER_LENGTH = 8 + IMEI_LENGTH;
const PING = 0xff;
const NEEDS_MORE = -1;
const NO_FRAME = 0;

/** The document limits packets to 1,280 bytes; responses to commands may be longer. */
export const MAX_FRAME_LENGTH = 2048;

const EMPTY: Buffer = Buffer.alloc(0);

export interface FinderResult {
  /** `damaged`: a packet with a wrong CRC; `garbage`: bytes outside frames; `oversize`: the length is too large. */
  readonly kind: 'login' | 'packet' | 'datagram' | 'damaged' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream into frames. After a wrong CRC or other bytes it continues at the next start of a frame. Call `feed`,
 * then `next` until it returns null; only then are the remaining bytes copied.
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
    while (bytes[this.#at] === PING) this.#at++;
    const from = this.#at;
    for (let offset = from; offset < bytes.length; offset++) {
      const length = readFrameLength(bytes, offset);
      if (length === NO_FRAME) continue;
      if (offset > from) return this.#found('garbage', from, offset);
      if (length === NEEDS_MORE) return this.#keepRest();
      if (length > MAX_FRAME_LENGTH) return this.#found('oversize', offset, offset + PACKET_HEADER_LENGTH);
      return this.#classify(offset, offset + length);
    }
    if (from < bytes.length) return this.#found('garbage', from, bytes.length);
    return this.#keepRest();
  }

  #classify(start: number, end: number): FinderResult {
    const bytes = this.#bytes;
    const word = bytes.readUInt16BE(start);
    if (word === IMEI_LENGTH) return this.#found('login', start, end);
    if (word !== 0) return this.#found('datagram', start, end);
    const crcAt = end - CRC_LENGTH;
    if (crcIbm(bytes, start + PACKET_HEADER_LENGTH, crcAt) === bytes.readUInt32BE(crcAt))
      return this.#found('packet', start, end);
    return this.#found('damaged', start, findStartWithin(bytes, start + 1, end));
  }

  #found(kind: FinderResult['kind'], start: number, end: number): FinderResult {
    this.#at = end;
    return { kind, raw: this.#bytes.subarray(start, end) };
  }

  #keepRest(): null {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }
}

/** Length of the frame at `offset`, `NO_FRAME` if there is none, `NEEDS_MORE` if that cannot be decided yet. */
function readFrameLength(bytes: Buffer, offset: number): number {
  const rest = bytes.length - offset;
  if (rest < 2) return (bytes[offset] ?? 0) <= MAX_FRAME_LENGTH >> 8 ? NEEDS_MORE : NO_FRAME;
  const word = bytes.readUInt16BE(offset);
  if (word === IMEI_LENGTH) return lengthOfLogin(bytes, offset);
  return word === 0 ? frameLengthOfPacket(bytes, offset) : lengthOfDatagram(bytes, offset, word);
}

function lengthOfLogin(bytes: Buffer, offset: number): number {
  if (!areDigits(bytes, offset + 2, offset + LOGIN_LENGTH)) return NO_FRAME;
  return bytes.length - offset < LOGIN_LENGTH ? NEEDS_MORE : LOGIN_LENGTH;
}

function frameLengthOfPacket(bytes: Buffer, offset: number): number {
  for (let at = offset + 2; at < Math.min(offset + 4, bytes.length); at++) {
    if (bytes[at] !== 0) return NO_FRAME;
  }
  if (bytes.length - offset < PACKET_HEADER_LENGTH) return NEEDS_MORE;
  const dataLength = bytes.readUInt32BE(offset + 4);
  if (dataLength < MIN_DATA_LENGTH) return NO_FRAME;
  const total = PACKET_HEADER_LENGTH + dataLength + CRC_LENGTH;
  return total <= MAX_FRAME_LENGTH && bytes.length - offset < total ? NEEDS_MORE : total;
}

/** A datagram has no CRC: the type, the IMEI and both numbers of records must fit. */
function lengthOfDatagram(bytes: Buffer, offset: number, length: number): number {
  const total = 2 + length;
  if (total < DATAGRAM_HEADER_LENGTH + MIN_DATA_LENGTH || total > MAX_FRAME_LENGTH) return NO_FRAME;
  const rest = bytes.length - offset;
  if (rest > 4 && bytes[offset + 4] !== DATAGRAM_TYPE) return NO_FRAME;
  if (rest > 6 && bytes[offset + 6] !== 0) return NO_FRAME;
  if (rest > 7 && bytes[offset + 7] !== IMEI_LENGTH) return NO_FRAME;
  if (!areDigits(bytes, offset + 8, offset + DATAGRAM_HEADER_LENGTH)) return NO_FRAME;
  if (rest < total) return NEEDS_MORE;
  return bytes[offset + DATAGRAM_HEADER_LENGTH + 1] === bytes[offset + total - 1] ? total : NO_FRAME;
}

/** Whether the bytes that have arrived are digits. */
function areDigits(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < Math.min(end, bytes.length); at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

/**
 * Offset of the first packet that starts in a damaged one, otherwise `end`. Only its header has to be there, so that the
 * result does not depend on how many bytes have arrived.
 */
function findStartWithin(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at + PACKET_HEADER_LENGTH < end; at++) {
    if (bytes.readUInt32BE(at) !== 0) continue;
    const dataLength = bytes.readUInt32BE(at + 4);
    if (dataLength >= MIN_DATA_LENGTH && dataLength < MAX_FRAME_LENGTH) return at;
  }
  return end;
}

/** Length of the packet at the start of `bytes`; 0 if none starts there, or its length has not arrived. */
export function lengthOfPacket(bytes: Buffer): number {
  if (bytes.length < PACKET_HEADER_LENGTH || bytes.readUInt32BE(0) !== 0) return 0;
  const dataLength = bytes.readUInt32BE(4);
  return dataLength < MIN_DATA_LENGTH ? 0 : PACKET_HEADER_LENGTH + dataLength + CRC_LENGTH;
}

/** What a packet or a datagram carries. */
export interface Payload {
  readonly codec: number;
  /** The number of records, from the start and from the end. */
  readonly count: number;
  readonly lastCount: number;
  /** Everything between the two. */
  readonly content: Buffer;
}

export interface Datagram extends Payload {
  readonly deviceId: string;
  readonly packetId: number;
  readonly avlPacketId: number;
}

export function readPacket(raw: Buffer): Payload {
  return readPayload(raw.subarray(PACKET_HEADER_LENGTH, raw.length - CRC_LENGTH));
}

export function readDatagram(raw: Buffer): Datagram {
  return {
    ...readPayload(raw.subarray(DATAGRAM_HEADER_LENGTH)),
    deviceId: raw.toString('latin1', 8, DATAGRAM_HEADER_LENGTH),
    packetId: raw.readUInt16BE(2),
    avlPacketId: raw.readUInt8(5),
  };
}

function readPayload(data: Buffer): Payload {
  return {
    codec: data.readUInt8(0),
    count: data.readUInt8(1),
    lastCount: data.readUInt8(data.length - 1),
    content: data.subarray(2, data.length - 1),
  };
}

/** Encodes the content of a codec with its number of records on both sides. */
export function writeData(codec: number, count: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(codec, count), content, Buffer.of(count)]);
}

export function writePacket(data: Buffer): Buffer {
  const frame = Buffer.alloc(PACKET_HEADER_LENGTH + data.length + CRC_LENGTH);
  frame.writeUInt32BE(data.length, 4);
  frame.set(data, PACKET_HEADER_LENGTH);
  const crcAt = frame.length - CRC_LENGTH;
  frame.writeUInt32BE(crcIbm(frame, PACKET_HEADER_LENGTH, crcAt), crcAt);
  return frame;
}

export function writeDatagram(deviceId: string, packetId: number, avlPacketId: number, data: Buffer): Buffer {
  const header = Buffer.alloc(DATAGRAM_HEADER_LENGTH);
  header.writeUInt16BE(DATAGRAM_HEADER_LENGTH - 2 + data.length, 0);
  header.writeUInt16BE(packetId, 2);
  header.writeUInt8(DATAGRAM_TYPE, 4);
  header.writeUInt8(avlPacketId, 5);
  header.writeUInt16BE(IMEI_LENGTH, 6);
  header.write(deviceId, 8, 'latin1');
  return Buffer.concat([header, data]);
}

export function writeLogin(deviceId: string): Buffer {
  return Buffer.concat([Buffer.of(0, IMEI_LENGTH), Buffer.from(deviceId, 'latin1')]);
}

export function readLogin(raw: Buffer): string {
  return raw.toString('latin1', 2);
}
