import { closeFrame } from './framing.ts';

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
const HEADER_OF_2019 = 0x4000;
const WANTS_ANSWER = 0x8000;
const OF_LOCKS = 0x55;
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
  readonly wantsAnswer: boolean;
}

/** The header at the start of `plain`; or what is wrong with it. The body is all that follows. */
export function readHeader(plain: Buffer): Header | string {
  if (plain.length < 12) return `a header needs 12 bytes, got ${plain.length}`;
  const properties = plain.readUInt16BE(2);
  if (plain[0] === OF_LOCKS && plain.length - LOCK_BODY_START === (properties & LENGTH_MASK)) {
    return lockHeader(plain, properties);
  }
  const of2019 = (properties & HEADER_OF_2019) !== 0;
  const subPackaged = (properties & SUB_PACKAGED) !== 0;
  const serialAt = of2019 ? 15 : 10;
  const bodyStart = serialAt + (subPackaged ? 6 : 2);
  if (plain.length - bodyStart !== (properties & LENGTH_MASK)) {
    return `the header says ${properties & LENGTH_MASK} bytes of body, got ${plain.length - bodyStart}`;
  }
  const phoneAt = of2019 ? 5 : 4;
  const total = subPackaged ? plain.readUInt16BE(serialAt + 2) : 1;
  const index = subPackaged ? plain.readUInt16BE(serialAt + 4) : 1;
  if (index < 1 || index > total) return `sub-package ${index} of ${total}`;
  return {
    messageId: plain.readUInt16BE(0),
    version: of2019 ? plain.readUInt8(4) : null,
    phone: plain.subarray(phoneAt, serialAt),
    serial: plain.readUInt16BE(serialAt),
    encrypted: (properties & ENCRYPTION_MASK) !== 0,
    total,
    index,
    bodyStart,
    wantsAnswer: false,
  };
}

function lockHeader(plain: Buffer, properties: number): Header {
  return {
    messageId: plain.readUInt16BE(0),
    version: null,
    phone: plain.subarray(4, 10),
    shortSerial: true,
    serial: plain.readUInt8(10),
    encrypted: false,
    total: 1,
    index: 1,
    bodyStart: LOCK_BODY_START,
    wantsAnswer: (properties & WANTS_ANSWER) !== 0,
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

/** The opposite of `deviceIdOf`. Throws a RangeError for an id that no phone number field can hold. */
export function addressOf(deviceId: string, of2019: boolean): Address {
  const digits = of2019 ? 20 : 12;
  if (!/^[0-9A-F]+$/.test(deviceId) || deviceId.length > digits) {
    throw new RangeError(`a JT/T 808 id is 1 to ${digits} digits, got "${deviceId}"`);
  }
  return { phone: Buffer.from(deviceId.padStart(digits, '0'), 'hex'), version: of2019 ? 1 : null };
}

const plain = Buffer.alloc(21 + MAX_BODY_LENGTH);

/** One frame with one message, or with one part of a sub-packaged one. */
export function writeFrame(
  messageId: number,
  to: Address,
  serial: number,
  body: Uint8Array,
  part?: { readonly total: number; readonly index: number },
): Buffer {
  let properties = body.length;
  if (to.version !== null) properties |= HEADER_OF_2019;
  if (part !== undefined) properties |= SUB_PACKAGED;
  plain.writeUInt16BE(messageId, 0);
  plain.writeUInt16BE(properties, 2);
  let at = 4;
  if (to.version !== null) at = plain.writeUInt8(to.version, at);
  plain.set(to.phone, at);
  at += to.phone.length;
  at = to.shortSerial === true ? plain.writeUInt8(serial & 0xff, at) : plain.writeUInt16BE(serial, at);
  if (part !== undefined) {
    at = plain.writeUInt16BE(part.total, at);
    at = plain.writeUInt16BE(part.index, at);
  }
  plain.set(body, at);
  return closeFrame(plain, at + body.length);
}
