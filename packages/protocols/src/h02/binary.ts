import type { Fix } from '@wakeline/domain/reports/report';
import { readDigitTime, writeDigitTime } from '../digit-time.ts';
import type { SessionEvent } from '../protocol.ts';
import { createReportDraft } from '../report-draft.ts';
import { readBatteryCode } from './battery.ts';
import { ID_LENGTHS, matchBinaryHead } from './framing.ts';
import { toKmh } from './position-fields.ts';
import { createReportsEvent, writeSentence } from './sentence.ts';
import { readStatus } from './status.ts';

/**
 * `$`: position in BCD, big-endian (as in Traccar and eusonlito/GPS-Tracker; the id has 5 or 8 bytes).
 *
 * | byte | bytes | meaning                                                                          |
 * | ---- | ----- | -------------------------------------------------------------------------------- |
 * | 0    | 1     | 0x24                                                                             |
 * | 1    | 5     | id, 10 digits; or 8 bytes, 15 digits and a filler                                |
 * | 6    | 3     | hhmmss, UTC                                                                      |
 * | 9    | 3     | ddmmyy                                                                           |
 * | 12   | 4     | latitude ddmmmmmm, in 1/10000 minute                                             |
 * | 16   | 1     | battery (`battery.ts`), not BCD                                                  |
 * | 17   | 4.5   | longitude dddmmmmmm                                                              |
 * |      | 0.5   | bit 3 east, 2 north, 1 valid                                                     |
 * | 22   | 1.5   | speed, knots                                                                     |
 * |      | 1.5   | course, degrees                                                                  |
 * | 25   | 4     | status (`status.ts`)                                                             |
 * | 29   | n     | depends on the device: `extra`                                                   |
 *
 * The reply `R12` with the time is sent after the commit: an ST-901L repeats the frame until then.
 */
const EAST = 8;
const NORTH = 4;
const VALID = 2;
const DEGREE = 600_000;
/** Offsets relative to the end of the id. */
const TIME_AT = 0;
const LATITUDE_AT = 6;
const BATTERY_AT = 10;
const LONGITUDE_AT = 11;
const SPEED_AT = 16;
const STATUS_AT = 19;
const REST_AT = 23;
const ID_DIGITS = 15;
const NOT_SET = '000000';

interface Layout {
  readonly deviceId: string;
  /** Null: the clock of the device is not set. */
  readonly time: number | null;
  readonly fix: Fix | null;
  /** What follows the id. */
  readonly content: Buffer;
}

export function decodeBinary(raw: Buffer, now: number): SessionEvent {
  // Digits of a long id can look like the time of a short one: the right length gives a time near the present.
  const [layout] = ID_LENGTHS.map((length) => readLayout(raw, length))
    .filter((candidate) => candidate !== null)
    .sort((a, b) => distanceInTime(a, now) - distanceInTime(b, now));
  if (layout === undefined) {
    const detail = '$: invalid time or coordinates';
    return { type: 'decode-error', error: 'malformed', deviceId: null, detail, raw, reply: null };
  }
  const { deviceId, time, fix, content } = layout;
  const draft = createReportDraft(time ?? now);
  draft.fix = fix;
  readBatteryCode(content.readUInt8(BATTERY_AT), draft);
  readStatus(content.readUInt32BE(STATUS_AT), draft);
  if (content.length > REST_AT) draft.attributes.extra = content.toString('hex', REST_AT);
  const reply = writeSentence('HQ', deviceId, ['R12', writeDigitTime(now).time]);
  return createReportsEvent({ deviceId, raw }, [draft], reply);
}

function readLayout(raw: Buffer, idLength: number): Layout | null {
  const content = raw.subarray(1 + idLength);
  if (matchBinaryHead(raw, 1, idLength) !== true || content.length < REST_AT) return null;
  const digits = content.toString('hex', TIME_AT, LATITUDE_AT);
  const date = digits.slice(6);
  const time = date === NOT_SET ? null : readDigitTime(date, 'ddmmyy', digits.slice(0, 6));
  const fix = readFix(content);
  if (fix === undefined || (time === null && date !== NOT_SET)) return null;
  return { deviceId: raw.toString('hex', 1, 1 + idLength).slice(0, ID_DIGITS), time, fix, content };
}

function distanceInTime({ time }: Layout, now: number): number {
  return time === null ? Number.MAX_VALUE : Math.abs(now - time);
}

/** Null if the device has no position, undefined if the digits are none. */
function readFix(content: Buffer): Fix | null | undefined {
  const latitude = readDegrees(content.toString('hex', LATITUDE_AT, BATTERY_AT), 2, 90);
  const longitudeDigits = content.toString('hex', LONGITUDE_AT, SPEED_AT);
  const longitude = readDegrees(longitudeDigits.slice(0, 9), 3, 180);
  const motion = content.toString('hex', SPEED_AT, STATUS_AT);
  if (latitude === null || longitude === null || !/^\d{6}$/.test(motion)) return undefined;
  const flags = Number.parseInt(longitudeDigits.slice(9), 16);
  const valid = (flags & VALID) !== 0;
  if (!valid && latitude === 0 && longitude === 0) return null;
  const course = Number(motion.slice(3));
  return {
    latitude: (flags & NORTH) !== 0 || latitude === 0 ? latitude : -latitude,
    longitude: (flags & EAST) !== 0 || longitude === 0 ? longitude : -longitude,
    altitude: null,
    speed: toKmh(Number(motion.slice(0, 3))),
    course: course <= 360 ? course % 360 : null,
    accuracy: null,
    valid,
  };
}

function readDegrees(digits: string, degreeDigits: 2 | 3, max: number): number | null {
  if (!/^\d+$/.test(digits)) return null;
  const degrees = Number(digits.slice(0, degreeDigits));
  const minutes = Number(digits.slice(degreeDigits));
  const value = degrees + minutes / DEGREE;
  return minutes < DEGREE && value <= max ? value : null;
}
