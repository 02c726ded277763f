import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import { civilTimeToEpochMs } from '../civil-time.ts';
import type { SessionEvent } from '../protocol.ts';
import { Alarms } from './alarm.ts';
import { setBattery, setSignal } from './items.ts';
import type { Message, Platform } from './message.ts';
import { addCell } from './network-items.ts';
import type { AlarmMeaning } from './vendor.ts';

/**
 * 0x5501 and 0x5502: locations of electronic locks (Jointech JT701 family, as in Traccar), current and recorded out of
 * coverage. Frames of 0x55xx have a serial of one byte; bit 15 of the properties requests a reply. Big-endian.
 *
 * | byte | bytes | meaning                                                                                           |
 * | ---- | ----- | ------------------------------------------------------------------------------------------------- |
 * | 0    | 6     | BCD DD MM YY hh mm ss, UTC                                                                        |
 * | 6    | 4     | latitude, BCD DDMMmmmm                                                                            |
 * | 10   | 5     | longitude, BCD DDDMMmmmm, nine digits; then bits: 0 located, 1 north, 2 east                      |
 * | 15   | 1     | speed, BCD, knots                                                                                 |
 * | 16   | 1     | course, 2 degrees                                                                                 |
 * | 17   | 1     | signal, CSQ                                                                                       |
 * | 18   | 1     | satellites                                                                                        |
 * | 19   | 4     | mileage, km                                                                                       |
 * | 23   | 1     | battery, percent; 0xaa and 0xab while charging                                                    |
 * | 24   | 4     | cell id                                                                                           |
 * | 28   | 2     | LAC                                                                                               |
 * | 30   | 1     | product                                                                                           |
 * | 31   | 2     | status, bits                                                                                      |
 * | 33   | 2     | alarms, bits, by product                                                                          |
 * | 35   | ...   | items: id (1), length (1), value; 0x02 altitude, 0x0a MCC and MNC, 0x0c tilt (signed, 2 each)     |
 *
 * If requested, acknowledged with 0x4401 after the commit: the message id (2) and 0.
 */
export const LOCK_LOCATION = 0x5501;
export const LOCK_LOCATION_BLIND_SPOT = 0x5502;
const REPLY = 0x4401;

const BASE_LENGTH = 35;
const CHARGING: ReadonlySet<number> = new Set([0xaa, 0xab]);
/** 0x0b has the card or password that opened the lock. It is not stored, because it could be used to open it again. */
const UNLOCK_METHOD = 0x0b;

const lowPower: AlarmMeaning = { name: 'batteryLow', notice: 'LOWPOWER' };
const SIMPLE_ALARMS: readonly (AlarmMeaning | undefined)[] = [lowPower];
const LOCK_ALARMS: readonly (AlarmMeaning | undefined)[] = [
  { name: 'overspeed', notice: 'OVERSPEED' },
  lowPower,
  { name: 'vibration', notice: 'VIBRATION' },
  lowPower,
  undefined,
  { name: 'areaEntered', notice: 'IN' },
  { name: 'areaLeft', notice: 'OUT' },
];
const ALARMS_BY_PRODUCT: ReadonlyMap<number, readonly (AlarmMeaning | undefined)[]> = new Map([
  [1, SIMPLE_ALARMS],
  [2, SIMPLE_ALARMS],
  [3, LOCK_ALARMS],
]);

export function lockLocation(
  message: Message,
  platform: Platform,
  wantsReply: boolean,
): readonly SessionEvent[] {
  const { deviceId, raw, body, id } = message;
  const report = readLockLocation(body, id === LOCK_LOCATION_BLIND_SPOT);
  if (typeof report === 'string') {
    return [{ type: 'decode-error', error: 'malformed', deviceId, detail: report, raw, reply: null }];
  }
  const reply = wantsReply
    ? platform.createFrame(REPLY, message.from, Buffer.of(id >> 8, id & 0xff, 0))
    : null;
  // A rejection is not documented: without a reply the lock keeps its report.
  return [{ type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, rejectReply: null }];
}

function readLockLocation(body: Buffer, isBlindSpot: boolean): Report | string {
  if (body.length < BASE_LENGTH) return `a lock location needs ${BASE_LENGTH} bytes, got ${body.length}`;
  const digits = body.toString('hex', 0, 16);
  const readNumber = (from: number, to: number) => parseDecimal(digits.slice(from, to));
  const [day, month, year] = [readNumber(0, 2), readNumber(2, 4), 2000 + readNumber(4, 6)];
  const time = civilTimeToEpochMs(
    year,
    month,
    day,
    readNumber(6, 8),
    readNumber(8, 10),
    readNumber(10, 12),
    0,
  );
  if (time === null) return `invalid time: ${digits.slice(0, 12)}`;
  const readings: Readings = { gsm: null, battery: null, altitude: null, network: null, attributes: {} };
  const battery = body.readUInt8(23);
  if (CHARGING.has(battery)) readings.attributes.charging = true;
  else setBattery(battery, readings);
  setSignal(body.readUInt8(17), readings);
  readings.attributes.odometer = body.readUInt32BE(19) * 1000;
  readLockItems(body, readings);
  const [lac, cellId] = [body.readUInt16BE(28), body.readUInt32BE(24)];
  if (readings.network !== null) {
    const [mcc, mnc] = readings.network;
    addCell(readings.attributes, { mcc, mnc, lac, cellId, signal: null });
  } else if (lac !== 0 || cellId !== 0) {
    readings.attributes.lockCell = `${lac},${cellId}`;
  }
  const alarms = readAlarms(body.readUInt8(30), body.readUInt16BE(33), readings.attributes);
  readings.attributes.lockStatus = body.readUInt16BE(31);
  if (isBlindSpot) readings.attributes.blindSpot = true;
  return {
    time,
    fix: readFix(digits, body.readUInt8(16), readings.altitude),
    battery: readings.battery,
    gsm: readings.gsm,
    satellites: body.readUInt8(18),
    alarms: alarms.notices,
    attributes: readings.attributes,
  };
}

interface Readings {
  gsm: number | null;
  battery: number | null;
  altitude: number | null;
  network: readonly [mcc: number, mnc: number] | null;
  readonly attributes: Record<string, AttributeValue>;
}

/** NaN unless the text is all decimal digits. */
function parseDecimal(text: string): number {
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
}

function readFix(digits: string, course: number, altitude: number | null): Fix | null {
  const absLatitude = parseDegrees(digits.slice(12, 14), digits.slice(14, 20));
  const absLongitude = parseDegrees(digits.slice(20, 23), digits.slice(23, 29));
  const flags = Number.parseInt(digits[29] ?? '0', 16);
  if (Number.isNaN(absLatitude + absLongitude)) return null;
  const valid = (flags & 1) !== 0;
  if (!valid && absLatitude === 0 && absLongitude === 0) return null;
  const knots = parseDecimal(digits.slice(30, 32));
  return {
    latitude: (flags & 2) === 0 && absLatitude !== 0 ? -absLatitude : absLatitude,
    longitude: (flags & 4) === 0 && absLongitude !== 0 ? -absLongitude : absLongitude,
    altitude,
    speed: Number.isNaN(knots) ? null : Math.round(knots * KMH_PER_KNOT * 1000) / 1000,
    course: course < 180 ? course * 2 : null,
    accuracy: null,
    valid,
  };
}

/** Converts degrees and minutes with four decimals to degrees with seven decimals. */
function parseDegrees(degreesText: string, minutes: string): number {
  return Math.round((parseDecimal(degreesText) + parseDecimal(minutes) / 600_000) * 1e7) / 1e7;
}

function readAlarms(product: number, word: number, attributes: Record<string, AttributeValue>): Alarms {
  const alarms = new Alarms();
  const meanings = ALARMS_BY_PRODUCT.get(product) ?? [];
  for (let bit = 0; bit < 16; bit++) {
    if (word & (1 << bit)) alarms.add(meanings[bit] ?? { name: `bit${bit}`, notice: null });
  }
  if (word !== 0) attributes.alarmBits = word;
  if (alarms.names !== '') attributes.alarmNames = alarms.names;
  return alarms;
}

function readLockItems(body: Buffer, readings: Readings): void {
  let offset = BASE_LENGTH;
  while (offset + 2 <= body.length) {
    const id = body.readUInt8(offset);
    const end = offset + 2 + body.readUInt8(offset + 1);
    if (end > body.length) break;
    readLockItem(id, body.subarray(offset + 2, end), readings);
    offset = end;
  }
}

function readLockItem(id: number, value: Buffer, readings: Readings): void {
  switch ((id << 8) | value.length) {
    case 0x0202:
      readings.altitude = value.readInt16BE(0);
      return;
    case 0x0a03:
      readings.network = [value.readUInt16BE(0), value.readUInt8(2)];
      return;
    case 0x0c06:
      readings.attributes.tilt = [0, 2, 4].map((offset) => value.readInt16BE(offset)).join(',');
      return;
    default:
      if (id !== UNLOCK_METHOD)
        readings.attributes[`lockItem${id.toString(16).padStart(2, '0').toUpperCase()}`] =
          value.toString('hex');
      else if (value.length > 0) readings.attributes.lockCommand = value.readUInt8(0);
  }
}
