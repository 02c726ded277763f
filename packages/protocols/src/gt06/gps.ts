import type { AttributeValue, Fix } from '@wakeline/domain/reports/report';
import { civilTimeToEpochMs } from '../civil-time.ts';

/**
 * The GPS block at the start of every message with a position (Concox GT06 v1.8.1 section 5.2), 18 bytes, big-endian.
 *
 * | byte | bytes | meaning                                                                                             |
 * | ---- | ----- | --------------------------------------------------------------------------------------------------- |
 * | 0    | 6     | YY MM DD hh mm ss, binary (not BCD), in the time zone of the login                                  |
 * | 6    | 1     | high nibble: length of the rest of the block (12); low nibble: satellites                           |
 * | 7    | 4     | absolute latitude, 1/30000 minute                                                                   |
 * | 11   | 4     | absolute longitude, 1/30000 minute                                                                  |
 * | 15   | 1     | speed, km/h                                                                                         |
 * | 16   | 2     | bits 0-9 course in degrees, 10 north, 11 west, 12 positioned, 13 differential, 14 ACC known, 15 ACC |
 */
export const GPS_LENGTH = 18;
export const TIME_LENGTH = 6;

/** Coordinate units per degree. */
export const GPS_SCALE = 60 * 30_000;
const COURSE = 0x03ff;
const NORTH = 1 << 10;
const WEST = 1 << 11;
const POSITIONED = 1 << 12;
const DIFFERENTIAL = 1 << 13;
const ACC_KNOWN = 1 << 14;
const ACC_ON = 1 << 15;

/** The time of a device whose clock is not set yet. */
const NO_TIME = 0;

export interface Gps {
  readonly time: number;
  readonly fix: Fix | null;
  readonly satellites: number;
  readonly attributes: Record<string, AttributeValue>;
}

/**
 * Reads the block at `start`, or returns an error text. A device whose clock is not set yet sends zeros: its report has
 * the time `now` and no fix.
 */
export function readGps(content: Buffer, offsetMinutes: number, now: number, start = 0): Gps | string {
  const block = content.subarray(start);
  if (block.length < GPS_LENGTH) return `a position needs ${GPS_LENGTH} bytes, got ${block.length}`;
  const time = readTime(block, offsetMinutes, now);
  if (typeof time === 'string') return time;
  const flags = block.readUInt16BE(16);
  const absLatitude = block.readUInt32BE(7) / GPS_SCALE;
  const absLongitude = block.readUInt32BE(11) / GPS_SCALE;
  return {
    time,
    fix: hasNoTime(block) ? null : createFix(absLatitude, absLongitude, block.readUInt8(15), flags),
    satellites: block.readUInt8(6) & 0x0f,
    attributes: readFlagAttributes(flags),
  };
}

/** Reads the time at the start of `content`; `now` if the clock of the device is not set; or returns an error text. */
export function readTime(content: Buffer, offsetMinutes: number, now: number): number | string {
  if (content.length < TIME_LENGTH) return `a time needs ${TIME_LENGTH} bytes, got ${content.length}`;
  if (hasNoTime(content)) return now;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = content;
  const time = civilTimeToEpochMs(2000 + year, month, day, hour, minute, second, offsetMinutes);
  return time ?? `invalid time: ${content.toString('hex', 0, TIME_LENGTH)}`;
}

function hasNoTime(content: Buffer): boolean {
  return content.readUIntBE(0, TIME_LENGTH) === NO_TIME;
}

/** The flags of a GPS block that are not part of the fix. */
export function readFlagAttributes(flags: number): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  if (flags & ACC_KNOWN) attributes.ignition = (flags & ACC_ON) !== 0;
  if (flags & DIFFERENTIAL) attributes.differential = true;
  return attributes;
}

/**
 * Creates a fix from absolute coordinates and flags; null if the device has none.
 *
 * @param speed km/h
 */
export function createFix(
  absLatitude: number,
  absLongitude: number,
  speed: number | null,
  flags: number,
): Fix | null {
  const valid = (flags & POSITIONED) !== 0;
  // A device that has never had a fix sends zeros.
  if (!valid && absLatitude === 0 && absLongitude === 0) return null;
  const course = flags & COURSE;
  return {
    latitude: (flags & NORTH) !== 0 || absLatitude === 0 ? absLatitude : -absLatitude,
    longitude: (flags & WEST) !== 0 && absLongitude !== 0 ? -absLongitude : absLongitude,
    altitude: null,
    speed,
    course: course < 360 ? course : course === 360 ? 0 : null,
    accuracy: null,
    valid,
  };
}

/**
 * Encodes the block of a report, in UTC. Altitude and accuracy are lost; speed is rounded to km/h, at most 255, and
 * course to degrees. Null values are sent as 0, satellites are limited to 15.
 */
export function writeGps(time: number, fix: Fix | null, satellites: number | null): Buffer {
  const block = Buffer.alloc(GPS_LENGTH);
  const date = new Date(time);
  block[0] = date.getUTCFullYear() - 2000;
  block[1] = date.getUTCMonth() + 1;
  block[2] = date.getUTCDate();
  block[3] = date.getUTCHours();
  block[4] = date.getUTCMinutes();
  block[5] = date.getUTCSeconds();
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
