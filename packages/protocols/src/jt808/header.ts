import { encodeAlternative, encodeFrame } from './framing.ts';

/**
 * Message header (JT/T 808-2013 section 4.4.3 table 2; 2019 section 4.4.3 table 2), big-endian.
 *
 * | 2013  | 2019  | bytes  | meaning                                                                       |
 * | ----- | ----- | ------ | ----------------------------------------------------------------------------- |
 * | 0     | 0     | 2      | message id                                                                    |
 * | 2     | 2     | 2      | bits 0-9 body length, 10-12 encryption, 13 sub-packaged, 14 header of 2019    |
 * | -     | 4     | 1      | protocol version, starting at 1                                               |
 * | 4     | 5     | 6 / 10 | phone number of the terminal, BCD, left-padded with zeros                     |
 * | 10    | 15    | 2      | serial of the message                                                         |
 * | 12    | 17    | 2 + 2  | only if sub-packaged: number of sub-packages, and index, from 1               |
 *
 * Frames with the alternative flag have an id of 7 bytes with either header of 2011 and 2013.
 *
 * Messages 0x55xx of Jointech locks have a serial of one byte and a different meaning of property bits 10 to 15.
 */
const LENGTH_MASK = 0x03ff;
const ENCRYPTION_MASK = 0x1c00;
const SUB_PACKAGED = 0x2000;
const HEADER_2019 = 0x4000;
const WANTS_REPLY = 0x8000;
const LOCK_MESSAGE_PREFIX = 0x55;
const LOCK_BODY_START = 11;
const PHONE_LENGTH = 6;
const ALTERNATIVE_PHONE_LENGTH = 7;
const LONG_PHONE_LENGTH = 10;
/** First 14 digits of an IMEI: type allocation codes start with 35 and 86. */
const IMEI_RANGES = [
  [35e12, 36e12],
  [86e12, 87e12],
] as const;

export const MAX_BODY_LENGTH = LENGTH_MASK;

/** The address of a terminal in a header; replies use the same bytes. */
export interface Address {
  /** 6 bytes, 10 with the header of 2019, 7 in an alternative frame. */
  readonly phone: Buffer;
  /** The protocol version of a 2019 header; null for 2011 and 2013. */
  readonly version: number | null;
  /** The serial has one byte: lock frames, 0x55xx. */
  readonly shortSerial?: boolean;
}

export interface Header extends Address {
  readonly messageId: number;
  readonly serial: number;
  readonly encrypted: boolean;
  /** 1 and 1 if the message is not sub-packaged. */
  readonly total: number;
  readonly index: number;
  /** Offset of the body in the unescaped bytes. */
  readonly bodyStart: number;
  /** Bit 15 of the properties, with which locks request a reply. */
  readonly wantsReply: boolean;
}

/**
 * Reads the header at the start of `unescaped`, or returns an error text. Everything after it is the body.
 *
 * @param isAlternative whether the frame has the alternative flag
 */
export function readHeader(unescaped: Buffer, isAlternative = false): Header | string {
  const extraLength = isAlternative ? ALTERNATIVE_PHONE_LENGTH - PHONE_LENGTH : 0;
  if (unescaped.length < 12 + extraLength)
    return `a header needs ${12 + extraLength} bytes, got ${unescaped.length}`;
  const properties = unescaped.readUInt16BE(2);
  if (
    unescaped[0] === LOCK_MESSAGE_PREFIX &&
    unescaped.length - LOCK_BODY_START - extraLength === (properties & LENGTH_MASK)
  ) {
    return readLockHeader(unescaped, properties, extraLength);
  }
  const is2019 = (properties & HEADER_2019) !== 0;
  const subPackaged = (properties & SUB_PACKAGED) !== 0;
  const serialAt = is2019 ? 15 : 10 + extraLength;
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

function readLockHeader(unescaped: Buffer, properties: number, extraLength: number): Header {
  return {
    messageId: unescaped.readUInt16BE(0),
    version: null,
    phone: unescaped.subarray(4, 10 + extraLength),
    shortSerial: true,
    serial: unescaped.readUInt8(10 + extraLength),
    encrypted: false,
    total: 1,
    index: 1,
    bodyStart: LOCK_BODY_START + extraLength,
    wantsReply: (properties & WANTS_REPLY) !== 0,
  };
}

/**
 * The id of a device: its phone number without leading zeros, so that a terminal has the same id with both headers.
 * Hexadecimal ids in this field keep their letters, in upper case. Six bytes with letters that are the first 14 digits of
 * an IMEI as a binary number become the IMEI, with its Luhn digit (as in Traccar).
 */
export function deviceIdOf(phone: Buffer): string {
  const digits = phone.toString('hex').toUpperCase();
  if (phone.length === PHONE_LENGTH && /[A-F]/.test(digits)) {
    const number = phone.readUIntBE(0, PHONE_LENGTH);
    if (IMEI_RANGES.some(([min, max]) => number >= min && number < max))
      return `${number}${luhnDigit(number)}`;
  }
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === 0x30) start++;
  return digits.slice(start);
}

/** The check digit of a number (ISO/IEC 7812-1). */
function luhnDigit(number: number): number {
  let sum = 0;
  let isDoubled = true;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) {
    const digit = (rest % 10) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
    isDoubled = !isDoubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** The inverse of `deviceIdOf`. Throws a RangeError if the id does not fit into the phone number field. */
export function addressOf(deviceId: string, is2019: boolean): Address {
  const digits = is2019 ? 20 : 12;
  if (!/^[0-9A-F]+$/.test(deviceId) || deviceId.length > digits) {
    throw new RangeError(`a JT/T 808 id is 1 to ${digits} digits, got "${deviceId}"`);
  }
  return { phone: Buffer.from(deviceId.padStart(digits, '0'), 'hex'), version: is2019 ? 1 : null };
}

/** The address of a device that has sent no header yet. Throws a RangeError as `addressOf` does. */
export function usualAddressOf(deviceId: string): Address {
  return addressOf(deviceId, deviceId.length > PHONE_LENGTH * 2);
}

/** Whether `usualAddressOf` returns this address of a device. */
export function isUsualAddress(deviceId: string, { phone, version }: Address): boolean {
  const isShort = deviceId.length <= PHONE_LENGTH * 2;
  return isShort
    ? version === null && phone.length === PHONE_LENGTH
    : version === 1 && phone.length === LONG_PHONE_LENGTH;
}

const frameBuffer = Buffer.alloc(21 + MAX_BODY_LENGTH);

/** Encodes a frame with one message, or with one sub-package of a message. */
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
  const length = offset + body.length;
  const isAlternative = address.phone.length === ALTERNATIVE_PHONE_LENGTH;
  return isAlternative ? encodeAlternative(frameBuffer, length) : encodeFrame(frameBuffer, length);
}
