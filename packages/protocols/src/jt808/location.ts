import type { AttributeValue, Fix, Report } from '@wakeline/domain/report';
import { alarmsOf, alarmWord } from './alarm.ts';
import { readTime, writeTime } from './clock.ts';
import { type Items, readItems, writeItems } from './location-items.ts';
import { type Message, type MessageKind, type Platform, RESULT } from './message.ts';
import { ENCRYPTED, LOCATED, readStatus, SOUTH, statusWord, WEST } from './status.ts';

/**
 * 0x0200 location (2013 section 8.18 table 23, 2019 section 8.12 table 23), big-endian.
 *
 * | byte | bytes | meaning                                                    |
 * | ---- | ----- | ---------------------------------------------------------- |
 * | 0    | 4     | alarms, bits: `alarm.ts`                                   |
 * | 4    | 4     | status, bits: `status.ts`                                  |
 * | 8    | 4     | latitude, 0.000001 degree, without sign                    |
 * | 12   | 4     | longitude, 0.000001 degree, without sign                   |
 * | 16   | 2     | altitude, m                                                |
 * | 18   | 2     | speed, 0.1 km/h                                            |
 * | 20   | 2     | course, degrees, 0-359                                     |
 * | 22   | 6     | time, BCD YY MM DD hh mm ss in GMT+8                       |
 * | 28   | ...   | additional items: `location-items.ts`                      |
 *
 * The standard calls the altitude an unsigned word; it is read as a signed one, because nothing reports from 32 km up and
 * terminals below the sea send the two's complement. Answered by 0x8001 after the report is stored.
 */
const BASE_LENGTH = 28;
const DEGREE = 1_000_000;
const NO_CLOCK = 0;

export const LOCATION = 0x0200;

export const location: MessageKind = {
  id: LOCATION,
  events(message: Message, platform: Platform) {
    const report = readLocation(message.body, message.now);
    const { deviceId, raw } = message;
    if (typeof report === 'string') {
      const reply = platform.answer(message, RESULT.badMessage);
      return [{ type: 'fault', fault: 'malformed', deviceId, detail: report, raw, reply }];
    }
    return [
      {
        type: 'reports',
        deviceId,
        reports: [report],
        unreadable: [],
        raw,
        reply: platform.answer(message, RESULT.success),
        refused: platform.answer(message, RESULT.failure),
      },
    ];
  },
};

/**
 * The report in a body of 0x0200; or what is wrong with it. A terminal that does not know the time yet sends zeros: its
 * report, which may be an SOS, is of `now`, and has no place.
 */
export function readLocation(body: Buffer, now: number): Report | string {
  if (body.length < BASE_LENGTH) return `a location needs ${BASE_LENGTH} bytes, got ${body.length}`;
  const clockless = body.readUIntBE(22, 6) === NO_CLOCK;
  const time = clockless ? now : readTime(body, 22);
  if (time === null) return `no such time: ${body.toString('hex', 22, 28)}`;
  const alarmBits = body.readUInt32BE(0);
  const status = body.readUInt32BE(4);
  const attributes: Record<string, AttributeValue> = {};
  readStatus(status, attributes);
  if (alarmBits !== 0) attributes.alarmBits = alarmBits;
  const items: Items = { gsm: null, satellites: null, crossing: null, attributes };
  if (body.length > BASE_LENGTH) readItems(body, BASE_LENGTH, items);
  return {
    time,
    fix: clockless ? null : readFix(body, status),
    battery: null,
    gsm: items.gsm,
    satellites: items.satellites,
    alarms: alarmsOf(alarmBits, items.crossing),
    attributes,
  };
}

function readFix(body: Buffer, status: number): Fix | null {
  const north = body.readUInt32BE(8) / DEGREE;
  const east = body.readUInt32BE(12) / DEGREE;
  const valid = (status & LOCATED) !== 0;
  // Without a fix, and none before, a terminal fills the place with zeros: that is no place.
  if ((status & ENCRYPTED) !== 0 || (!valid && north === 0 && east === 0)) return null;
  const course = body.readUInt16BE(20);
  return {
    latitude: (status & SOUTH) !== 0 && north !== 0 ? -north : north,
    longitude: (status & WEST) !== 0 && east !== 0 ? -east : east,
    altitude: body.readInt16BE(16),
    speed: body.readUInt16BE(18) / 10,
    course: course < 360 ? course : course === 360 ? 0 : null,
    accuracy: null,
    valid,
  };
}

/**
 * A body of 0x0200. The layout has no way to leave out altitude, speed and course: those that are null are sent as 0, as
 * terminals do. Battery and accuracy have no place in it.
 */
export function writeLocation(report: Report): Buffer {
  const items = writeItems(report);
  const body = Buffer.alloc(BASE_LENGTH + items.length);
  const { fix } = report;
  let status = statusWord(report.attributes);
  if (fix !== null) {
    if (fix.valid) status |= LOCATED;
    if (fix.latitude < 0) status |= SOUTH;
    if (fix.longitude < 0) status |= WEST;
    body.writeUInt32BE(Math.round(Math.abs(fix.latitude) * DEGREE), 8);
    body.writeUInt32BE(Math.round(Math.abs(fix.longitude) * DEGREE), 12);
    body.writeInt16BE(Math.round(fix.altitude ?? 0), 16);
    body.writeUInt16BE(Math.round((fix.speed ?? 0) * 10), 18);
    body.writeUInt16BE(Math.round(fix.course ?? 0) % 360, 20);
  }
  body.writeUInt32BE(alarmWord(report.alarms), 0);
  body.writeUInt32BE(status >>> 0, 4);
  writeTime(report.time, body, 22);
  body.set(items, BASE_LENGTH);
  return body;
}
