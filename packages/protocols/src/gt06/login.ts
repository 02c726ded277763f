/**
 * 0x01: login (Concox GT06 v1.8.1 section 5.1; with type and zone: Concox JM-VL03 v1.1.2, login packet), big-endian. It
 * is the first message on a connection and identifies the device of all further messages.
 *
 * | byte | bytes | meaning                                                                                                  |
 * | ---- | ----- | -------------------------------------------------------------------------------------------------------- |
 * | 0    | 8     | IMEI, 16 BCD digits, the first one is 0                                                                  |
 * | 8    | 2     | device type (optional)                                                                                   |
 * | 10   | 2     | bits 4-15 time zone, hours times 100 plus minutes; 3 west; 0-1 language: 1 Chinese, 2 English (optional) |
 *
 * The reply is an empty packet with the same number and serial, sent immediately.
 */
export const LOGIN = 0x01;

const ID_LENGTH = 8;
const TYPE_END = 10;
const ZONE_END = 12;
const WEST = 1 << 3;
const LANGUAGES = ['', 'zh', 'en', ''];

/** The largest UTC offset of any time zone is +14 h. */
const MAX_OFFSET_MINUTES = 14 * 60;

export interface Login {
  readonly deviceId: string;
  /** 0 if the field is missing or not a possible time zone. */
  readonly offsetMinutes: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Decodes a login, or returns an error text. */
export function readLogin(content: Buffer): Login | string {
  if (content.length < ID_LENGTH) return `a login needs ${ID_LENGTH} bytes, got ${content.length}`;
  const deviceId = content.toString('hex', 0, ID_LENGTH).slice(1).toUpperCase();
  const attributes: Record<string, string> = {};
  if (content.length >= TYPE_END)
    attributes.type = content.toString('hex', ID_LENGTH, TYPE_END).toUpperCase();
  if (content.length < ZONE_END) return { deviceId, offsetMinutes: 0, attributes };
  const word = content.readUInt16BE(TYPE_END);
  const language = LANGUAGES[word & 3] ?? '';
  if (language !== '') attributes.language = language;
  const offsetMinutes = offsetOf(word);
  attributes.timeZone = formatOffset(offsetMinutes);
  return { deviceId, offsetMinutes, attributes };
}

function offsetOf(word: number): number {
  const zone = word >> 4;
  const offset = Math.floor(zone / 100) * 60 + (zone % 100);
  if (offset > MAX_OFFSET_MINUTES || offset === 0) return 0;
  return (word & WEST) === 0 ? offset : -offset;
}

function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const padNumber = (value: number) => String(value).padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${padNumber(Math.floor(minutes / 60))}:${padNumber(minutes % 60)}`;
}

/** Encodes a login without type and zone: times are UTC. Throws a RangeError if the id is not an IMEI. */
export function writeLogin(deviceId: string): Buffer {
  if (!/^[0-9A-F]{15}$/.test(deviceId))
    throw new RangeError(`a GT06 id is the 15 digits of an IMEI, got "${deviceId}"`);
  return Buffer.from(`0${deviceId}`, 'hex');
}
