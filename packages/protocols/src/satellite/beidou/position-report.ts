import { arcToDegrees, degreesToArc } from './arc.ts';
import { BitReader, packBits } from './bit-fields.ts';
import type { Clock } from './event.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

/**
 * "Position report 1" inside a message: the command byte 0xA0 and 96 bits.
 *
 * | bits       | meaning                                                              |
 * | ---------- | -------------------------------------------------------------------- |
 * | 5 6 6 7    | hour, minute, second, 0.01 s                                         |
 * | 8 6 6 4    | longitude: degrees, minutes, seconds, 0.1"                           |
 * | 6 6 6 4    | latitude: degrees, minutes, seconds, 0.1"                            |
 * | 2          | form of the altitude                                                 |
 * | 1 14 1 8   | form 0: sign and metres of the altitude, sign and metres of anomaly  |
 * | 24         | form 1, above 16,000 m: metres of the altitude                       |
 *
 * It has neither a date nor a hemisphere: the date is that of the receipt, the position north and east.
 */
export const POSITION_MARK = 0xa0;
/** With the mark. */
export const POSITION_LENGTH = 13;
const MAX_LOW_ALTITUDE = 16_000;
const MAX_HIGH_ALTITUDE = 2 ** 24 - 1;
const MAX_ANOMALY = 255;
/** Six bits; the service area ends at 55 degrees. */
const MAX_LATITUDE_DEGREES = 63;

export interface PositionReport {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Degrees, WGS-84 within the accuracy of the report. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly altitude: number | null;
  /** Height anomaly, metres: of the geoid above the ellipsoid. */
  readonly anomaly: number | null;
}

/** Decodes the bytes with their mark; null if they are no position report. */
export function readPositionReport(bytes: Uint8Array, clock: Clock): PositionReport | null {
  if (bytes.length !== POSITION_LENGTH || bytes[0] !== POSITION_MARK) return null;
  const bits = new BitReader(bytes.subarray(1));
  const [hour, minute] = [bits.read(5), bits.read(6)];
  const [seconds, hundredths] = [bits.read(6), bits.read(7)];
  const time =
    hundredths < 100 ? dateTimeOfDay({ hour, minute, second: seconds + hundredths / 100 }, clock) : null;
  const longitude = arcToDegrees(readArc(bits, 8), 180);
  const latitude = arcToDegrees(readArc(bits, 6), 90);
  const form = bits.read(2);
  if (time === null || longitude === null || latitude === null || form > 1) return null;
  if (form === 1) return { time, latitude, longitude, altitude: bits.read(24), anomaly: null };
  return { time, latitude, longitude, altitude: readSigned(bits, 14), anomaly: readSigned(bits, 8) };
}

/** Encodes with the mark. Null: a value is out of range, or the position is south or west. */
export function writePositionReport(report: PositionReport, offset: number): Uint8Array | null {
  const { latitude, longitude } = report;
  if (!(latitude >= 0 && longitude >= 0 && longitude <= 180)) return null;
  if (degreesToArc(latitude).degrees > MAX_LATITUDE_DEGREES) return null;
  const altitude = Math.round(report.altitude ?? 0);
  const anomaly = Math.round(report.anomaly ?? 0);
  if (!(altitude >= -MAX_LOW_ALTITUDE && altitude <= MAX_HIGH_ALTITUDE && Math.abs(anomaly) <= MAX_ANOMALY))
    return null;
  const { hour, minute, second } = toTimeOfDay(report.time, offset);
  const hundredths = Math.round(second * 100);
  const high = altitude > MAX_LOW_ALTITUDE;
  return Uint8Array.of(
    POSITION_MARK,
    ...packBits([
      [hour, 5],
      [minute, 6],
      [Math.floor(hundredths / 100), 6],
      [hundredths % 100, 7],
      ...packArc(longitude, 8),
      ...packArc(latitude, 6),
      [high ? 1 : 0, 2],
      ...(high ? [[altitude, 24] as const] : [...packSigned(altitude, 14), ...packSigned(anomaly, 8)]),
    ]),
  );
}

function readArc(bits: BitReader, degreeBits: number) {
  return {
    degrees: bits.read(degreeBits),
    minutes: bits.read(6),
    seconds: bits.read(6),
    tenths: bits.read(4),
  };
}

function packArc(value: number, degreeBits: number) {
  const { degrees, minutes, seconds, tenths } = degreesToArc(value);
  return [
    [degrees, degreeBits],
    [minutes, 6],
    [seconds, 6],
    [tenths, 4],
  ] as const;
}

/** The sign precedes the magnitude. */
function readSigned(bits: BitReader, count: number): number {
  const isNegative = bits.read(1) === 1;
  const magnitude = bits.read(count);
  return isNegative && magnitude !== 0 ? -magnitude : magnitude;
}

function packSigned(value: number, count: number) {
  return [
    [value < 0 ? 1 : 0, 1],
    [Math.abs(value), count],
  ] as const;
}
