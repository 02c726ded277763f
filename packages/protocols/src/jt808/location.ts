import type { AttributeValue, Fix, Report } from '@wakeline/domain/reports/report';
import { Alarms, readAlarmWord, toAlarmWord } from './alarm.ts';
import { readTime, writeTime } from './clock.ts';
import type { Items } from './items.ts';
import { readItems, writeItems } from './location-items.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import { createLocationReceipt } from './receipts.ts';
import { ENCRYPTED, LOCATED, readStatus, SOUTH, toStatusWord, WEST } from './status.ts';
import type { Profile } from './vendor.ts';

/**
 * 0x0200: location (2013 section 8.18 table 23, 2019 section 8.12 table 23), big-endian.
 *
 * | byte | bytes | meaning                                                    |
 * | ---- | ----- | ---------------------------------------------------------- |
 * | 0    | 4     | alarms, bits: `alarm.ts`                                   |
 * | 4    | 4     | status, bits: `status.ts`                                  |
 * | 8    | 4     | absolute latitude, 0.000001 degree                         |
 * | 12   | 4     | absolute longitude, 0.000001 degree                        |
 * | 16   | 2     | altitude, m                                                |
 * | 18   | 2     | speed, 0.1 km/h                                            |
 * | 20   | 2     | course, degrees, 0-359                                     |
 * | 22   | 6     | time, BCD YY MM DD hh mm ss in GMT+8                       |
 * | 28   | ...   | additional items: `location-items.ts`                      |
 *
 * The standard defines the altitude as unsigned. It is read as signed, because no device is above 32 km, and terminals
 * below sea level send the two's complement. Acknowledged with 0x8001 after the commit.
 */
export const LOCATION_LENGTH = 28;
const UNITS_PER_DEGREE = 1_000_000;
const NO_TIME = 0;
/**
 * Maximum bytes of items that are decoded: twice the capacity of a frame. A location in sub-packages could have far
 * more.
 */
const MAX_ITEMS_LENGTH = 2048;

export const LOCATION = 0x0200;

export const location: MessageDecoder = {
  id: LOCATION,
  decode(message: Message, platform: Platform) {
    const report = readLocation(message.body, message.now, message.profile);
    if (typeof report === 'string') return [createMalformedEvent(message, platform, report)];
    return [createReportsEvent(message, platform, [report])];
  },
};

/**
 * 0x0201 and 0x0500: responses to a location query and to vehicle control (2013 section 8.20 and after 8.33): the
 * serial of the request (2) and a body of 0x0200. Acknowledged like 0x0200.
 */
export const locationResponses: readonly MessageDecoder[] = [0x0201, 0x0500].map((id) => ({
  id,
  decode(message: Message, platform: Platform) {
    const report = readLocation(message.body.subarray(2), message.now, message.profile);
    if (typeof report === 'string') return [createMalformedEvent(message, platform, report)];
    return [createReportsEvent(message, platform, [report]), createLocationReceipt(message)];
  },
}));

/**
 * Decodes a body of 0x0200, or returns an error text. A terminal whose clock is not set yet sends zeros as time: its
 * report, which may be an SOS, gets the time `now` and no fix.
 */
export function readLocation(body: Buffer, now: number, profile: Profile): Report | string {
  if (body.length < LOCATION_LENGTH) return `a location needs ${LOCATION_LENGTH} bytes, got ${body.length}`;
  const hasNoTime = body.readUIntBE(22, 6) === NO_TIME;
  const time = hasNoTime ? now : readTime(body, 22);
  if (time === null) return `invalid time: ${body.toString('hex', 22, 28)}`;
  const alarmBits = body.readUInt32BE(0);
  const status = body.readUInt32BE(4);
  const attributes: Record<string, AttributeValue> = {};
  readStatus(status, attributes, profile);
  if (alarmBits !== 0) attributes.alarmBits = alarmBits;
  const alarms = new Alarms();
  const items: Items = { gsm: null, satellites: null, battery: null, crossing: null, alarms, attributes };
  if (body.length > LOCATION_LENGTH) {
    readItems(body.subarray(0, LOCATION_LENGTH + MAX_ITEMS_LENGTH), LOCATION_LENGTH, items, profile);
  }
  readAlarmWord(alarmBits, items.crossing, profile, alarms);
  if (alarms.names !== '') attributes.alarmNames = alarms.names;
  return {
    time,
    fix: hasNoTime ? null : readFix(body, status, profile),
    battery: items.battery,
    gsm: items.gsm,
    satellites: items.satellites,
    alarms: alarms.notices,
    attributes,
  };
}

/**
 * Coordinates marked as encrypted are used only if the account or the vendor declares them unencrypted, and if they are
 * valid and not 0, 0: encrypted values could be anything.
 */
function readFix(body: Buffer, status: number, { plainCoordinates }: Profile): Fix | null {
  const absLatitude = body.readUInt32BE(8) / UNITS_PER_DEGREE;
  const absLongitude = body.readUInt32BE(12) / UNITS_PER_DEGREE;
  const valid = (status & LOCATED) !== 0;
  // A terminal that has never had a fix sends zeros.
  if (!valid && absLatitude === 0 && absLongitude === 0) return null;
  if ((status & ENCRYPTED) !== 0 && !(plainCoordinates && isPlausible(absLatitude, absLongitude)))
    return null;
  const course = body.readUInt16BE(20);
  return {
    latitude: (status & SOUTH) !== 0 && absLatitude !== 0 ? -absLatitude : absLatitude,
    longitude: (status & WEST) !== 0 && absLongitude !== 0 ? -absLongitude : absLongitude,
    altitude: body.readInt16BE(16),
    speed: body.readUInt16BE(18) / 10,
    course: course < 360 ? course : course === 360 ? 0 : null,
    accuracy: null,
    valid,
  };
}

function isPlausible(absLatitude: number, absLongitude: number): boolean {
  return absLatitude <= 90 && absLongitude <= 180 && (absLatitude !== 0 || absLongitude !== 0);
}

/**
 * Encodes a body of 0x0200. The layout requires altitude, speed and course: null values are sent as 0, as terminals do.
 * It has no fields for battery and accuracy.
 */
export function writeLocation(report: Report): Buffer {
  const items = writeItems(report);
  const body = Buffer.alloc(LOCATION_LENGTH + items.length);
  const { fix } = report;
  let status = toStatusWord(report.attributes);
  if (fix !== null) {
    if (fix.valid) status |= LOCATED;
    if (fix.latitude < 0) status |= SOUTH;
    if (fix.longitude < 0) status |= WEST;
    body.writeUInt32BE(Math.round(Math.abs(fix.latitude) * UNITS_PER_DEGREE), 8);
    body.writeUInt32BE(Math.round(Math.abs(fix.longitude) * UNITS_PER_DEGREE), 12);
    body.writeInt16BE(Math.round(fix.altitude ?? 0), 16);
    body.writeUInt16BE(Math.round((fix.speed ?? 0) * 10), 18);
    body.writeUInt16BE(Math.round(fix.course ?? 0) % 360, 20);
  }
  body.writeUInt32BE(toAlarmWord(report.alarms), 0);
  body.writeUInt32BE(status >>> 0, 4);
  writeTime(report.time, body, 22);
  body.set(items, LOCATION_LENGTH);
  return body;
}
