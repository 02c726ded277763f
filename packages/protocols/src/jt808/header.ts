import { encodeFrame } from './framing.ts';

/**
 * Header of every message (JT/T 808-2013 section 4.4.3 table 2; 2019 section 4.4.3 table 2), big-endian.
 *
 * | 2013  | 2019  | bytes  | meaning                                                                       |
 * | ----- | ----- | ------ | ----------------------------------------------------------------------------- |
 * | 0     | 0     | 2      | message id                                                                    |
 * | 2     | 2     | 2      | bits 0-9 body length, 10-12 encryption, 13 sub-packaged, 14 header is of 2019 |
 * | -     | 4     | 1      | protocol version, 1 at first                                                  |
 * | 4     | 5     | 6 / 10 | phone number of the terminal, BCD, filled with zeros on the left              |
 * | 10    | 15    | 2      | serial of the message                                                         |
 * | 12    | 17    | 2 + 2  | only when sub-packaged: number of sub-packages, and which one, from 1          |
 *
 * Messages 0x55xx of Jointech's locks have a serial of one byte, and use bits 10 to 15 of the properties in their own way.
 */
const LENGTH_MASK = 0x03ff;
const ENCRYPTION_MASK = 0x1c00;
const SUB_PACKAGED = 0x2000;
const HEADER_2019 = 0x4000;
const WANTS_REPLY = 0x8000;
const LOCK_MESSAGE_PREFIX = 0x55;
const LOCK_BODY_START = 11;

export const MAX_BODY_LENGTH = LENGTH_MASK;

/** How a terminal is named in a header: what is sent to it carries the same bytes. */
export interface Address {
  /** 6 bytes, or 10 with the header of 2019. */
  readonly phone: Buffer;
  /** The protocol version of a header of 2019; null for 2011 and 2013. */
  readonly version: number | null;
  /** The serial has one byte: frames of locks, 0x55xx. */
  readonly shortSerial?: boolean;
}

export interface Header extends Address {
  readonly messageId: number;
  readonly serial: number;
  readonly encrypted: boolean;
  /** 1 and 1 for a message that is not sub-packaged. */
  readonly total: number;
  readonly index: number;
  /** Where the body starts in header and body. */
  readonly bodyStart: number;
  /** Bit 15 of the properties, with which locks ask for an answer. */
  readonly wantsReply: boolean;
}

/** The header at the start of `plain`; or what is wrong with it. The body is all that follows. */
export function readHeader(unescaped: Buffer): Header | string {
  if (unescaped.length < 12) return `a header needs 12 bytes, got ${unescaped.length}`;
  const properties = unescaped.readUInt16BE(2);
  if (
    unescaped[0] === LOCK_MESSAGE_PREFIX &&
    unescaped.length - LOCK_BODY_START === (properties & LENGTH_MASK)
  ) {
    return readLockHeader(unescaped, properties);
  }
  const is2019 = (properties & HEADER_2019) !== 0;
  const subPackaged = (properties & SUB_PACKAGED) !== 0;
  const serialAt = is2019 ? 15 : 10;
  const bodyStart = serialAt + (subPackaged ? 6 : 2);
  if (unescaped.length - bodyStart !== (properties & LENGTH_MASK)) {
    return `the header says ${properties & LENGTH_MASK} bytes of body, got ${unescaped.length - bodyStart}`;
  }
  const phoneAt = is2019 ? 5 : 4;
  const total = subPackaged ? unescaped.readUInt16BE(serialAt + 2) : 1;
  const index = subPackaged ? unescaped.readUInt16BE(serialAt + 4) : 1;
  if (index < 1 || index > total) return `sub-package ${index} of ${total}`;
  return {
    messageId: unescaped.readUInt16BE(0),
    version: is2019 ? unescaped.readUInt8(4) : null,
    phone: unescaped.subarray(phoneAt, serialAt),
    serial: unescaped.readUInt16BE(serialAt),
    encrypted: (properties & ENCRYPTION_MASK) !== 0,
    total,
    index,
    bodyStart,
    wantsReply: false,
  };
}

function readLockHeader(unescaped: Buffer, properties: number): Header {
  return {
    messageId: unescaped.readUInt16BE(0),
    version: null,
    phone: unescaped.subarray(4, 10),
    shortSerial: true,
    serial: unescaped.readUInt8(10),
    encrypted: false,
    total: 1,
    index: 1,
    bodyStart: LOCK_BODY_START,
    wantsReply: (properties & WANTS_REPLY) !== 0,
  };
}

/**
 * The id of a device: the digits of its phone number without the zeros that fill the field, so that one terminal has
 * one id under both headers. Terminals that put a hexadecimal id there keep its letters, upper-case.
 */
export function deviceIdOf(phone: Buffer): string {
  const digits = phone.toString('hex').toUpperCase();
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === 0x30) start++;
  return digits.slice(start);
}

/** The opposite of `createDeviceId`. Throws a RangeError for an id that no phone number field can hold. */
export function addressOf(deviceId: string, is2019: boolean): Address {
  const digits = is2019 ? 20 : 12;
  if (!/^[0-9A-F]+$/.test(deviceId) || deviceId.length > digits) {
    throw new RangeError(`a JT/T 808 id is 1 to ${digits} digits, got "${deviceId}"`);
  }
  return { phone: Buffer.from(deviceId.padStart(digits, '0'), 'hex'), version: is2019 ? 1 : null };
}

const frameBuffer = Buffer.alloc(21 + MAX_BODY_LENGTH);

/** One frame with one message, or with one part of a sub-packaged one. */
export function writeFrame(
  messageId: number,
  address: Address,
  serial: number,
  body: Uint8Array,
  subPackage?: { readonly total: number; readonly index: number },
): Buffer {
  let properties = body.length;
  if (address.version !== null) properties |= HEADER_2019;
  if (subPackage !== undefined) properties |= SUB_PACKAGED;
  frameBuffer.writeUInt16BE(messageId, 0);
  frameBuffer.writeUInt16BE(properties, 2);
  let offset = 4;
  if (address.version !== null) offset = frameBuffer.writeUInt8(address.version, offset);
  frameBuffer.set(address.phone, offset);
  offset += address.phone.length;
  offset =
    address.shortSerial === true
      ? frameBuffer.writeUInt8(serial & 0xff, offset)
      : frameBuffer.writeUInt16BE(serial, offset);
  if (subPackage !== undefined) {
    offset = frameBuffer.writeUInt16BE(subPackage.total, offset);
    offset = frameBuffer.writeUInt16BE(subPackage.index, offset);
  }
  frameBuffer.set(body, offset);
  return encodeFrame(frameBuffer, offset + body.length);
}
