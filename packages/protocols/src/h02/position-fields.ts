import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { Fix } from '@wakeline/domain/reports/report';
import { isDigits } from '../decimal-digits.ts';
import { readDegreesMinutes } from '../degrees-minutes.ts';
import { readDigitTime } from '../digit-time.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { readBatteryPercent } from './battery.ts';
import { readStatus } from './status.ts';

/**
 * The position in a text ("GPS Tracker Communication Protocol" v1.0.5, section 2.3).
 *
 * | field | meaning                                                                                            |
 * | ----- | -------------------------------------------------------------------------------------------------- |
 * | 0     | hhmmss, UTC; may be empty                                                                          |
 * | 1     | A: valid, V: not valid, B: valid, by compass or BeiDou; a number: coding of a reply, position valid |
 * | 2, 3  | latitude ddmm.mmmm, N or S                                                                         |
 * | 4, 5  | longitude dddmm.mmmm, E or W                                                                       |
 * | 6     | speed, knots; empty: 0                                                                             |
 * | 7     | course, degrees; empty: 0                                                                          |
 * | (8)   | battery, percent; only some devices                                                                |
 * | 8     | ddmmyy; may be empty                                                                               |
 * | 9     | status, 8 hexadecimal digits (`status.ts`); may be missing                                         |
 *
 * Other devices write coordinates without a decimal point, or as `-dd-mm.mmmm`.
 */
const DATE_AT = 8;
/** Of a date, and of a time. */
const TIME_LENGTH = 6;
/** Also empty, or the coding of a reply. */
const VALIDITY = /^([ABV]|\d+)?$/;
const STATUS = /^[0-9A-Fa-f]{8}$/;
/** The date or time of a device whose clock is not set. */
const NOT_SET = '000000';

export interface PositionFields {
  readonly draft: ReportDraft;
  /** The fields after the status. */
  readonly rest: readonly string[];
}

/** Whether the fields from `at` on begin with a position. */
export function isPositionAt(fields: readonly string[], at: number): boolean {
  const time = fields[at] ?? '';
  const north = fields[at + 3];
  const east = fields[at + 5];
  return (
    (north === 'N' || north === 'S') &&
    (east === 'E' || east === 'W') &&
    (time === '' || isDigits(time, TIME_LENGTH)) &&
    VALIDITY.test(fields[at + 1] ?? '')
  );
}

/** Returns an error text if a field is invalid. */
export function readPositionFields(fields: readonly string[], now: number): PositionFields | string {
  if (!isPositionAt(fields, 0)) return 'no position';
  const [time = '', validity = ''] = fields;
  const fix = readFix(validity, fields.slice(2, DATE_AT));
  if (typeof fix === 'string') return fix;
  const hasBattery =
    !isDigits(fields[DATE_AT] ?? '', TIME_LENGTH) && isDigits(fields[DATE_AT + 1] ?? '', TIME_LENGTH);
  const dateAt = hasBattery ? DATE_AT + 1 : DATE_AT;
  const date = fields[dateAt] ?? '';
  const isClockSet = time !== '' && date !== '' && date !== NOT_SET;
  const reportTime = isClockSet ? readDigitTime(date, 'ddmmyy', time) : now;
  if (reportTime === null) return `invalid time: ${date} ${time}`;
  const draft = createReportDraft(reportTime);
  draft.fix = fix;
  if (hasBattery) readBatteryPercent(fields[DATE_AT] ?? '', draft);
  const status = fields[dateAt + 1] ?? '';
  const hasStatus = STATUS.test(status);
  if (hasStatus) readStatus(Number.parseInt(status, 16), draft);
  return { draft, rest: fields.slice(dateAt + (hasStatus ? 2 : 1)) };
}

/**
 * Reads latitude, hemisphere, longitude, hemisphere, speed in knots and course. Null if the device has no position;
 * an error text if a value is invalid.
 */
export function readFix(validity: string, fields: readonly string[]): Fix | null | string {
  const [latitudeText = '', north = '', longitudeText = '', east = '', speed = '', course = ''] = fields;
  const valid = validity !== 'V' && validity !== '';
  if (!valid && Number(latitudeText) === 0 && Number(longitudeText) === 0) return null;
  const latitude = readDegreesMinutes(removeSigns(latitudeText), north);
  const longitude = readDegreesMinutes(removeSigns(longitudeText), east);
  if (latitude === null || longitude === null)
    return `invalid coordinates: ${latitudeText} ${north} ${longitudeText} ${east}`;
  const knots = readNumber(speed);
  const degrees = readNumber(course);
  return {
    latitude,
    longitude,
    altitude: null,
    speed: knots === null ? null : toKmh(knots),
    course: degrees !== null && degrees <= 360 ? degrees % 360 : null,
    accuracy: null,
    valid,
  };
}

/** An empty field means 0. Null: not a number. */
function readNumber(text: string): number | null {
  return text === '' || /^\d{1,6}(?:\.\d*)?$/.test(text) ? Number(text) : null;
}

/** Rounded to 1 m/h, so that no binary fraction appears. */
export function toKmh(knots: number): number {
  return Math.round(knots * KMH_PER_KNOT * 1000) / 1000;
}

/** `-22-39.4210` is 22 degrees and 39.4210 minutes; the sign has no meaning. */
function removeSigns(coordinate: string): string {
  if (!coordinate.startsWith('-')) return coordinate;
  const [, degrees, minutes = ''] = /^-(\d+)-(\d+(?:\.\d+)?)$/.exec(coordinate) ?? [];
  if (degrees === undefined) return coordinate;
  const [units = '', decimals = '0'] = minutes.split('.');
  return `${degrees}${units.padStart(2, '0')}.${decimals}`;
}
