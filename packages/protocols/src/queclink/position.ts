import type { Fix } from '@wakeline/domain/reports/report';
import { readDecimal } from '../decimal-digits.ts';
import { addCells } from '../network-attributes.ts';
import type { ReportDraft } from '../report-draft.ts';
import { readTime, writeTime } from './message.ts';

/**
 * A position (GV300 0.7 and GL300 1.02, position related report), 11 fields:
 *
 * | field | meaning                                                                   |
 * | ----- | ------------------------------------------------------------------------- |
 * | 0     | accuracy, the HDOP; 0: no fix, the position is the last known one         |
 * | 1     | speed in km/h                                                             |
 * | 2     | course in degrees                                                         |
 * | 3     | altitude in m                                                             |
 * | 4, 5  | longitude, latitude in degrees                                            |
 * | 6     | time of the fix, yyyymmddhhmmss in UTC                                    |
 * | 7, 8  | country and network code                                                  |
 * | 9, 10 | area and cell, hexadecimal                                                |
 *
 * One more field follows: the odometer in km of portable devices, reserved in others. Then comes the next position.
 */
const BLOCK_LENGTH = 11;
const CELL_AT = 7;
export const STRIDE = BLOCK_LENGTH + 1;

const LONGITUDE = /^-?\d{1,3}\.\d+$/;
const LATITUDE = /^-?\d{1,2}\.\d+$/;
const UNSIGNED = /^(?:\d{1,4}(?:\.\d+)?)?$/;
const SIGNED = /^(?:-?\d{1,6}(?:\.\d+)?)?$/;
const TIME = /^(?:\d{14})?$/;
const CODE = /^\d{1,4}$/;
const HEX_NUMBER = /^[0-9A-Fa-f]{1,8}$/;
const FULL_CIRCLE = 360;
/** Before the decimal point, and after it. */
const MAX_DIGITS = 9;

/** Index of the first position with coordinates; -1: there is none. The number of fields before it differs by message. */
export function findPosition(fields: readonly string[]): number {
  for (let index = 0; index < fields.length; index++) if (isPosition(fields, index)) return index;
  return -1;
}

export function isPosition(fields: readonly string[], index: number): boolean {
  // The coordinates first: few other fields look like them.
  return (
    matches(fields[index + 4], LONGITUDE) &&
    matches(fields[index + 5], LATITUDE) &&
    matches(fields[index + 6], TIME) &&
    matches(fields[index], UNSIGNED) &&
    matches(fields[index + 1], UNSIGNED) &&
    matches(fields[index + 2], UNSIGNED) &&
    matches(fields[index + 3], SIGNED)
  );
}

function matches(field: string | undefined, form: RegExp): boolean {
  return field !== undefined && form.test(field);
}

/** Whether all coordinates of a position in this place are empty: the device has none. */
export function isEmptyPosition(fields: readonly string[], index: number): boolean {
  return fields.length >= index + BLOCK_LENGTH && fields[index + 4] === '' && fields[index + 5] === '';
}

/** Adds a position to a report. An empty time, or an impossible one, leaves the time of the report. */
export function readPosition(fields: readonly string[], index: number, draft: ReportDraft): void {
  const longitude = fields[index + 4] ?? '';
  const latitude = fields[index + 5] ?? '';
  draft.time = readTime(fields[index + 6] ?? '') ?? draft.time;
  readCell(fields.slice(index + CELL_AT, index + BLOCK_LENGTH), draft);
  if (longitude === '' || latitude === '') return;
  const hdop = toNumber(fields[index]);
  if (hdop !== null && hdop > 0) draft.attributes.hdop = hdop;
  draft.fix = {
    latitude: Number(latitude),
    longitude: Number(longitude),
    altitude: toNumber(fields[index + 3]),
    speed: toNumber(fields[index + 1]),
    course: toCourse(fields[index + 2]),
    accuracy: null,
    valid: hdop !== 0,
  };
}

function readCell(cell: readonly string[], draft: ReportDraft): void {
  const [country = '', network = '', area = '', id = ''] = cell;
  if (!CODE.test(country) || !CODE.test(network) || !HEX_NUMBER.test(area) || !HEX_NUMBER.test(id)) return;
  const numbers = [Number(country), Number(network), Number.parseInt(area, 16), Number.parseInt(id, 16)];
  addCells(draft, [{ cell: numbers.join(','), signal: null }]);
}

/** Null for an empty field or anything but a number. */
export function toNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const point = text.indexOf('.');
  const integerEnd = point === -1 ? text.length : point;
  const integerDigits = text.startsWith('-') ? integerEnd - 1 : integerEnd;
  const value = readDecimal(text);
  if (Number.isNaN(value) || integerDigits > MAX_DIGITS || text.length - integerEnd > MAX_DIGITS + 1)
    return null;
  return value;
}

function toCourse(text: string | undefined): number | null {
  const course = toNumber(text);
  return course === null || course < 0 || course > FULL_CIRCLE ? null : course % FULL_CIRCLE;
}

/** Encodes a position, without a cell. Without a fix only the time is sent. */
export function writePosition(time: number, fix: Fix | null): readonly string[] {
  const cell = ['', '', '', ''];
  if (fix === null) return ['', '', '', '', '', '', writeTime(time), ...cell];
  return [
    fix.valid ? '1' : '0',
    fix.speed === null ? '' : fix.speed.toFixed(1),
    fix.course === null ? '' : String(Math.round(fix.course) % FULL_CIRCLE),
    fix.altitude === null ? '' : fix.altitude.toFixed(1),
    fix.longitude.toFixed(6),
    fix.latitude.toFixed(6),
    writeTime(time),
    ...cell,
  ];
}
