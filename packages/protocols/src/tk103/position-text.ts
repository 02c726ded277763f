import type { Fix, Report } from '@wakeline/domain/reports/report';
import { readDegreesMinutes, writeDegreesMinutes } from '../degrees-minutes.ts';
import { readDigitTime, writeDigitTime } from '../digit-time.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';

/**
 * The position in a message (KX402 GPRS protocol 1.5, section 2.3).
 *
 * | characters | meaning                                      | comma form                            |
 * | ---------- | -------------------------------------------- | ------------------------------------- |
 * | 6          | yymmdd, UTC                                  | ddmmyy                                |
 * | 1          | A: valid, V: not valid                       | the same                              |
 * | 10         | latitude ddmm.mmmm, N or S                   | the same                              |
 * | 11         | longitude dddmm.mmmm, E or W                 | the same                              |
 * | 5          | speed, km/h                                  | up to 5                               |
 * | 6          | hhmmss, UTC                                  | the same                              |
 * | 6          | course, degrees                              | any length                            |
 * | 8          | state: main power (0 on), ACC (1 on), others | may be missing                        |
 * | 9          | `L`, odometer in m, hexadecimal              | may be missing                        |
 * | 6          | temperature in degrees Celsius, `+017.7`     | may be missing (as in Traccar)        |
 *
 * In the comma form, commas separate the parts. Devices without a fix send two digits of course and no decimal point.
 * The groups have no names, because V8 creates an object of them for each match.
 */
const POSITION = new RegExp(
  [
    /(\d{6}),?([AV]),? */,
    /(\d{3,4}\.\d+)([NS]),? *(\d{3,5}\.\d+)([EW]),?/,
    /([ \d.]{1,5}),?(\d{6}),?/,
    /(?:([ \d.]{6}|\d{2}|\d{1,3}\.\d+),?([01]{2}[0-9A-Fa-f]{6}),?L([0-9A-Fa-f]{1,8})|(\d{1,3}\.\d+|\d{1,3}(?![\d.])))?/,
    /(.*)$/,
  ]
    .map(({ source }) => source)
    .join(''),
);
/** Groups after the odometer: the course of messages without a state, and what follows the position. */
const BARE_COURSE = 12;
const REST = 13;
const TEMPERATURE = /^,?([+-]\d{3}\.\d)$/;
/** The date of a device whose clock is not set. */
const NOT_SET = '000000';

/** Of a match of `POSITION`; empty if they are missing. */
interface Parts {
  readonly validity: string;
  readonly latitude: string;
  readonly north: string;
  readonly longitude: string;
  readonly east: string;
  readonly speed: string;
  readonly course: string;
}

/** What precedes the position, such as an IMEI, and the report. */
export interface PositionText {
  readonly prefix: string;
  readonly draft: ReportDraft;
}

/** Null if the text has no position; an error text if a value of it is invalid. */
export function readPosition(text: string, isComma: boolean, now: number): PositionText | string | null {
  const match = POSITION.exec(text);
  if (match === null) return null;
  const [, date = '', validity = '', latitude = '', north = '', longitude = '', east = ''] = match;
  const [, , , , , , , speed = '', clock = '', withState, state = '', odometer = ''] = match;
  const course = withState ?? match[BARE_COURSE] ?? '';
  const time = date === NOT_SET ? now : readDigitTime(date, isComma ? 'ddmmyy' : 'yymmdd', clock);
  if (time === null) return `invalid time: ${date} ${clock}`;
  const fix = readFix({ validity, latitude, north, longitude, east, speed, course });
  if (typeof fix === 'string') return fix;
  const draft = createReportDraft(time);
  draft.fix = fix;
  readState(state, odometer, draft);
  readRest(match[REST] ?? '', draft);
  return { prefix: text.slice(0, match.index), draft };
}

function readFix(parts: Parts): Fix | null | string {
  const { validity, latitude: latitudeText, longitude: longitudeText, north, east } = parts;
  const valid = validity === 'A';
  if (!valid && Number(latitudeText) === 0 && Number(longitudeText) === 0) return null;
  const latitude = readDegreesMinutes(latitudeText, north);
  const longitude = readDegreesMinutes(longitudeText, east);
  if (latitude === null || longitude === null) return `invalid coordinates: ${latitudeText} ${longitudeText}`;
  const speedText = parts.speed.trim();
  const speed = speedText === '' ? Number.NaN : Number(speedText);
  const courseText = parts.course.trim();
  const course = courseText === '' ? Number.NaN : Number(courseText);
  return {
    latitude,
    longitude,
    altitude: null,
    speed: speed >= 0 ? speed : null,
    course: course >= 0 && course <= 360 ? course % 360 : null,
    accuracy: null,
    valid,
  };
}

function readState(state: string, odometer: string, { attributes }: ReportDraft): void {
  if (state === '') return;
  attributes.charging = state.startsWith('0');
  attributes.ignition = state[1] === '1';
  attributes.ioState = state;
  attributes.odometer = Number.parseInt(odometer, 16);
}

function readRest(rest: string, { attributes }: ReportDraft): void {
  const temperature = TEMPERATURE.exec(rest)?.[1];
  if (temperature !== undefined) attributes.temperature1 = Number(temperature);
  else if (rest !== '') attributes.extra = rest.replace(/^,/, '');
}

/** Encodes a position. Altitude and accuracy are lost; null values are sent as 0. */
export function writePosition({ time, fix, attributes }: Report, isComma: boolean): string {
  const digits = writeDigitTime(time);
  const odometer = typeof attributes.odometer === 'number' ? Math.round(attributes.odometer) : 0;
  const parts = [
    digits.date[isComma ? 'ddmmyy' : 'yymmdd'],
    fix?.valid === true ? 'A' : 'V',
    `${writeDegreesMinutes(fix?.latitude ?? 0, 2)}${(fix?.latitude ?? 0) < 0 ? 'S' : 'N'}`,
    `${writeDegreesMinutes(fix?.longitude ?? 0, 3)}${(fix?.longitude ?? 0) < 0 ? 'W' : 'E'}`,
    Math.min(fix?.speed ?? 0, 999)
      .toFixed(1)
      .padStart(5, '0'),
    digits.time,
    ((fix?.course ?? 0) % 360).toFixed(2).padStart(6, '0'),
    `0${attributes.ignition === true ? 1 : 0}000000`,
    `L${(odometer >>> 0).toString(16).toUpperCase().padStart(8, '0')}`,
  ];
  return parts.join(isComma ? ',' : '');
}
