import { civilTimeToEpochMs } from '../civil-time.ts';
import { readPair } from '../decimal-digits.ts';

/**
 * A text message, fields separated by commas:
 *
 * | field  | meaning                                                                     |
 * | ------ | --------------------------------------------------------------------------- |
 * | 0      | `+RESP:` live, `+BUFF:` stored before, `+ACK:` receipt; then the name, GTXXX |
 * | 1      | version: device type (2 or more characters), protocol version (4)           |
 * | 2      | IMEI                                                                        |
 * | 3      | name of the device                                                          |
 * | ...    | by message                                                                  |
 * | last-1 | time of sending; local if the device has a time zone                        |
 * | last   | number of the message, 4 hexadecimal digits                                 |
 */
export interface Message {
  readonly kind: 'RESP' | 'BUFF' | 'ACK';
  /** GTFRI, GTSOS, ... */
  readonly name: string;
  readonly version: string;
  readonly deviceId: string;
  /** Fields between the name of the device and the time of sending. */
  readonly fields: readonly string[];
  /** As sent: 14 digits, or empty. */
  readonly sendTime: string;
  readonly count: string;
  readonly raw: Buffer;
  /** Time of receipt, epoch milliseconds. */
  readonly now: number;
}

const HEAD = /^\+(RESP|BUFF|ACK):([A-Z]{2}[A-Z0-9]{3})$/;
const VERSION = /^[0-9A-Z]{2,8}[0-9A-F]{4}$/;
/** IMEI, or MEID of CDMA devices. */
const DEVICE_ID = /^(?:\d{15}|[0-9A-F]{14})$/;
const COUNT = /^[0-9A-F]{4}$/;
const HEADER_LENGTH = 4;
const TRAILER_LENGTH = 2;
const TIME_LENGTH = 14;

/** Splits a message, or returns an error text. */
export function readMessage(raw: Buffer, now: number): Message | string {
  const all = raw.toString('latin1', 0, raw.length - 1).split(',');
  const [, kind, name] = HEAD.exec(all[0] ?? '') ?? [];
  if (kind === undefined || name === undefined) return 'a message without a name';
  const [, version = '', deviceId = ''] = all;
  if (!VERSION.test(version))
    return DEVICE_ID.test(version)
      ? `${name}: messages without a protocol version are not supported`
      : `${name}: no protocol version`;
  if (!DEVICE_ID.test(deviceId)) return `${name}: no IMEI`;
  const count = all.at(-1) ?? '';
  if (all.length < HEADER_LENGTH + TRAILER_LENGTH || !COUNT.test(count))
    return `${name}: no number of the message`;
  return {
    kind: kind as Message['kind'],
    name,
    version,
    deviceId,
    fields: all.slice(HEADER_LENGTH, -TRAILER_LENGTH),
    sendTime: all.at(-TRAILER_LENGTH) ?? '',
    count,
    raw,
    now,
  };
}

/** Epoch milliseconds of yyyymmddhhmmss in UTC; null if there is no such time. */
export function readTime(text: string): number | null {
  if (text.length !== TIME_LENGTH) return null;
  return civilTimeToEpochMs(
    readPair(text, 0) * 100 + readPair(text, 2),
    readPair(text, 4),
    readPair(text, 6),
    readPair(text, 8),
    readPair(text, 10),
    readPair(text, 12),
    0,
  );
}

export function writeTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}
