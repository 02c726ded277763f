import { readUnsigned } from './decimal-digits.ts';

const MAX_DEGREE_DIGITS = 3;
const MINUTE_DIGITS = 2;
/** Without a decimal point. */
const DECIMALS = 4;
const DECIMAL_SCALE = 10_000;

/**
 * Reads a coordinate of degrees and minutes: `2232.9806` is 22 degrees and 32.9806 minutes (NMEA 0183, which many text
 * protocols follow). Without a decimal point, the last four digits are decimals.
 *
 * @param hemisphere N, S, E or W
 * @returns degrees, negative in the south and west; null if it is no coordinate
 */
export function readDegreesMinutes(text: string, hemisphere: string): number | null {
  const isLatitude = hemisphere === 'N' || hemisphere === 'S';
  if (!isLatitude && hemisphere !== 'E' && hemisphere !== 'W') return null;
  const point = text.indexOf('.');
  const minutesAt = (point === -1 ? text.length - DECIMALS : point) - MINUTE_DIGITS;
  // Only with a decimal point the degrees may be missing.
  if (minutesAt < (point === -1 ? 2 : 0) || minutesAt > MAX_DEGREE_DIGITS) return null;
  const value = readUnsigned(text, minutesAt, text.length);
  const minutes = point === -1 ? value / DECIMAL_SCALE : value;
  const degrees = (minutesAt === 0 ? 0 : readUnsigned(text, 0, minutesAt)) + minutes / 60;
  if (!(minutes < 60 && degrees <= (isLatitude ? 90 : 180))) return null;
  return (hemisphere === 'S' || hemisphere === 'W') && degrees !== 0 ? -degrees : degrees;
}

/** Writes the absolute value with four decimals of a minute. */
export function writeDegreesMinutes(value: number, degreeDigits: 2 | 3): string {
  const total = Math.round(Math.abs(value) * 600_000);
  const degrees = Math.floor(total / 600_000);
  const minutes = (total - degrees * 600_000) / 10_000;
  return `${String(degrees).padStart(degreeDigits, '0')}${minutes.toFixed(4).padStart(7, '0')}`;
}
