import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { civilTimeToEpochMs } from '../civil-time.ts';
import { isDigits, readPair, readUnsigned } from '../decimal-digits.ts';

const DAY_MS = 86_400_000;
/** Two-digit years from here on are in the last century: before there was no GPS. */
const MIN_TWO_DIGIT_YEAR = 80;
const HUNDREDTHS = 100;
/** Of `hhmmss`, and of `ddmmyy`. */
const TIME_LENGTH = 6;
const MAX_DEGREE_DIGITS = 3;
const MINUTE_DIGITS = 2;
const MAX_DECIMALS = 9;
/** Angles have 8 decimals: a digit more than is stored. */
const ANGLE_SCALE = 1e8;
/** Of minutes: no such angle lies between two numbers of 8 decimals, so that rounding is the same as that of `toFixed`. */
const EXACT_DECIMALS = 6;

/** A decimal number; null if empty or malformed. */
export function readDecimal(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : null;
}

/** km/h from knots. */
export function readKnots(text: string | undefined): number | null {
  const knots = readDecimal(text);
  return knots === null ? null : Math.round(knots * KMH_PER_KNOT * HUNDREDTHS) / HUNDREDTHS;
}

/** Degrees, 360 as 0. */
export function readCourse(text: string | undefined): number | null {
  const course = readDecimal(text);
  return course === null || course < 0 || course > 360 ? null : course % 360;
}

/** Degrees from `ddmm.mmm` or `dddmm.mmm` and a hemisphere. Null if empty; undefined if malformed. */
export function readAngle(
  text: string | undefined,
  hemisphere: string | undefined,
  [plus, minus]: readonly [string, string],
): number | null | undefined {
  if (text === undefined || text === '') return null;
  const point = text.indexOf('.');
  const minutesAt = (point === -1 ? text.length : point) - MINUTE_DIGITS;
  const decimals = point === -1 ? 0 : text.length - point - 1;
  if (minutesAt > MAX_DEGREE_DIGITS || decimals > MAX_DECIMALS) return undefined;
  const minutes = readUnsigned(text, minutesAt, text.length);
  const angle = readUnsigned(text, 0, minutesAt) + minutes / 60;
  if (!(minutes < 60 && angle >= 0) || (hemisphere !== plus && hemisphere !== minus)) return undefined;
  const degrees =
    decimals > EXACT_DECIMALS ? Number(angle.toFixed(8)) : Math.round(angle * ANGLE_SCALE) / ANGLE_SCALE;
  return hemisphere === minus && degrees !== 0 ? -degrees : degrees;
}

/** Milliseconds of the day from `hhmmss` or `hhmmss.sss`. Null if empty; undefined if malformed. */
export function readTimeOfDay(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return null;
  // Of fractions, up to three digits.
  if (text.length !== TIME_LENGTH && (text[TIME_LENGTH] !== '.' || text.length > TIME_LENGTH + 4))
    return undefined;
  const hour = readPair(text, 0);
  const minute = readPair(text, 2);
  const second = readUnsigned(text, 4, text.length);
  if (!(hour <= 23 && minute <= 59 && second < 60)) return undefined;
  return Math.round(((hour * 60 + minute) * 60 + second) * 1000);
}

/** Start of the day in epoch milliseconds; null if there is no such day. */
export function startOfDay(year: number, month: number, day: number): number | null {
  const start = Date.UTC(year, month - 1, day);
  const date = new Date(start);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? start : null;
}

/** Start of the day of `ddmmyy`. Null if empty; undefined if malformed. */
export function readDate(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return null;
  if (!isDigits(text, TIME_LENGTH)) return undefined;
  const year = readPair(text, 4);
  const century = year >= MIN_TWO_DIGIT_YEAR ? 1900 : 2000;
  return civilTimeToEpochMs(century + year, readPair(text, 2), readPair(text, 0), 0, 0, 0, 0) ?? undefined;
}

/** The start of the day for which this time of day is the nearest one to `time`. */
export function nearestDay(timeOfDay: number, time: number): number {
  return Math.round((time - timeOfDay) / DAY_MS) * DAY_MS;
}
