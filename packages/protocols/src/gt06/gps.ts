import type { AttributeValue, Fix } from '@wakeline/domain/reports/report';
import { civilTime } from '../civil-time.ts';

/**
 * The block that every message with a place begins with (Concox GT06 v1.8.1 section 5.2), 18 bytes, big-endian.
 *
 * | byte | bytes | meaning                                                                                             |
 * | ---- | ----- | --------------------------------------------------------------------------------------------------- |
 * | 0    | 6     | YY MM DD hh mm ss, each a binary byte, in the time zone of the login                                |
 * | 6    | 1     | high half: length of the rest of the block (12); low half: satellites                               |
 * | 7    | 4     | latitude without sign, 1/30000 minute                                                               |
 * | 11   | 4     | longitude without sign, 1/30000 minute                                                              |
 * | 15   | 1     | speed, km/h                                                                                         |
 * | 16   | 2     | bits 0-9 course in degrees, 10 north, 11 west, 12 positioned, 13 differential, 14 bit 15 is the ACC |
 */
export const GPS_LENGTH = 18;
export const TIME_LENGTH = 6;

/** Units of a coordinate in a degree. */
export const GPS_SCALE = 60 * 30_000;
const COURSE = 0x03ff;
const NORTH = 1 << 10;
const WEST = 1 << 11;
const POSITIONED = 1 << 12;
const DIFFERENTIAL = 1 << 13;
const ACC_KNOWN = 1 << 14;
const ACC_ON = 1 << 15;

/** Year of a device that does not know the time yet. */
const NO_CLOCK = 0;

export interface Gps {
  readonly time: number;
  readonly fix: Fix | null;
  readonly satellites: number;
  readonly attributes: Record<string, AttributeValue>;
}

/**
 * The block at `start` of `content`; or what is wrong with it. A device that does not know the time yet sends zeros: its
 * report is of `now`, and has no place.
 */
export function readGps(content: Buffer, offsetMinutes: number, now: number, start = 0): Gps | string {
  const block = content.subarray(start);
  if (block.length < GPS_LENGTH) return `a place needs ${GPS_LENGTH} bytes, got ${block.length}`;
  const time = readTime(block, offsetMinutes, now);
  if (typeof time === 'string') return time;
  const flags = block.readUInt16BE(16);
  const north = block.readUInt32BE(7) / GPS_SCALE;
  const east = block.readUInt32BE(11) / GPS_SCALE;
  return {
    time,
    fix: isClockless(block) ? null : placeOf(north, east, block.readUInt8(15), flags),
    satellites: block.readUInt8(6) & 0x0f,
    attributes: flagAttributes(flags),
  };
}

/** The 6 bytes of time at the start of `content`; `now` of a device that does not know it yet; or what is wrong. */
export function readTime(content: Buffer, offsetMinutes: number, now: number): number | string {
  if (content.length < TIME_LENGTH) return `a time needs ${TIME_LENGTH} bytes, got ${content.length}`;
  if (isClockless(content)) return now;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = content;
  const time = civilTime(2000 + year, month, day, hour, minute, second, offsetMinutes);
  return time ?? `no such time: ${content.toString('hex', 0, TIME_LENGTH)}`;
}

function isClockless(content: Buffer): boolean {
  return content.readUIntBE(0, TIME_LENGTH) === NO_CLOCK;
}

/** What the flags of a place say besides the place. */
export function flagAttributes(flags: number): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  if (flags & ACC_KNOWN) attributes.ignition = (flags & ACC_ON) !== 0;
  if (flags & DIFFERENTIAL) attributes.differential = true;
  return attributes;
}

/**
 * A place by its coordinates without sign and its flags; null when the device has none.
 *
 * @param speed km/h
 */
export function placeOf(north: number, east: number, speed: number | null, flags: number): Fix | null {
  const valid = (flags & POSITIONED) !== 0;
  // Without a fix, and none before, a device fills the place with zeros: that is no place.
  if (!valid && north === 0 && east === 0) return null;
  const course = flags & COURSE;
  return {
    latitude: (flags & NORTH) !== 0 || north === 0 ? north : -north,
    longitude: (flags & WEST) !== 0 && east !== 0 ? -east : east,
    altitude: null,
    speed,
    course: course < 360 ? course : course === 360 ? 0 : null,
    accuracy: null,
    valid,
  };
}

/**
 * The block for a report, in UTC. It has no altitude and no accuracy, whole km/h up to 255 and whole degrees; a speed or
 * course that is null is sent as 0, satellites as 15 at most.
 */
export function writeGps(time: number, fix: Fix | null, satellites: number | null): Buffer {
  const block = Buffer.alloc(GPS_LENGTH);
  const at = new Date(time);
  block[0] = at.getUTCFullYear() - 2000;
  block[1] = at.getUTCMonth() + 1;
  block[2] = at.getUTCDate();
  block[3] = at.getUTCHours();
  block[4] = at.getUTCMinutes();
  block[5] = at.getUTCSeconds();
  block[6] = ((GPS_LENGTH - 6) << 4) | Math.min(satellites ?? 0, 15);
  if (fix === null) return block;
  block.writeUInt32BE(Math.round(Math.abs(fix.latitude) * GPS_SCALE), 7);
  block.writeUInt32BE(Math.round(Math.abs(fix.longitude) * GPS_SCALE), 11);
  block[15] = Math.min(Math.round(fix.speed ?? 0), 255);
  let flags = Math.round(fix.course ?? 0) % 360;
  if (fix.latitude >= 0) flags |= NORTH;
  if (fix.longitude < 0) flags |= WEST;
  if (fix.valid) flags |= POSITIONED;
  block.writeUInt16BE(flags, 16);
  return block;
}
