import type { Fix } from '@wakeline/domain/reports/report';
import { readDecimal } from '../decimal-digits.ts';
import { readDigitTime } from '../digit-time.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { createMalformedEvent, createReply, createReportsEvent, type MessageDecoder } from './message.ts';
import { readNetwork } from './network.ts';
import { readStatus } from './status.ts';

/**
 * UD: position; UD2: stored position; AL: alarm ("GPRS Communication Protocol" 1.8, sections 2.2 to 2.4 and appendix 1);
 * WT: position with a weather request. Devices add the kind of the network: UD_LTE, AL_WCDMA.
 *
 * | field | meaning                                            | becomes              |
 * | ----- | -------------------------------------------------- | -------------------- |
 * | 0, 1  | ddmmyy, hhmmss, UTC                                | time                 |
 * | 2     | A: valid, V: not valid                             | fix                  |
 * | 3, 4  | latitude in degrees, N or S                        | fix                  |
 * | 5, 6  | longitude in degrees, E or W; may be empty         | fix                  |
 * | 7, 8  | speed in km/h, course                              | fix                  |
 * | 9     | altitude, m                                        | fix                  |
 * | 10    | satellites                                         | satellites           |
 * | 11    | signal, percent                                    | gsm                  |
 * | 12    | battery, percent                                   | battery              |
 * | 13    | steps                                              | `steps`              |
 * | 14    | rolls                                              | `rolls`              |
 * | 15    | status, 4 or 8 hexadecimal digits (`status.ts`)    | alarms, `status`     |
 * | 16 on | cells and access points (`network.ts`)             | `cell`, `wifi`       |
 *
 * Coordinates can have a sign, with any letter: the sign counts. The reply to AL is `AL`, after the commit; the device
 * repeats an alarm until then.
 */
const NETWORK_AT = 16;
const STORED = 'UD2';
const ALARM = 'AL';

export const position: MessageDecoder = (message) => {
  const { keyword, fields } = message;
  const isAlarm = keyword.startsWith(ALARM);
  const reply = isAlarm ? createReply(message, ALARM) : null;
  if (fields.length < NETWORK_AT) return createMalformedEvent(message, 'not the documented fields', reply);
  const [date = '', clock = ''] = fields;
  const time = date === '000000' ? message.now : readDigitTime(date, 'ddmmyy', clock);
  if (time === null) return createMalformedEvent(message, `invalid time: ${date} ${clock}`, reply);
  const fix = readFix(fields);
  if (fix === undefined) {
    const coordinates = fields.slice(3, 7).join(' ');
    return createMalformedEvent(message, `invalid coordinates: ${coordinates}`, reply);
  }
  const draft = createReportDraft(time);
  draft.fix = fix;
  readValues(fields, draft);
  readStatus(fields[15] ?? '', isAlarm, draft);
  if (keyword.startsWith(STORED)) draft.attributes.blindSpot = true;
  readNetwork(fields.slice(NETWORK_AT), draft);
  return createReportsEvent(message, draft, reply);
};

/** Null if the device has no position, undefined if the coordinates are none. */
function readFix(fields: readonly string[]): Fix | null | undefined {
  const [, , validity, latitudeText = '', north = '', longitudeText = '', east = ''] = fields;
  const latitude = applyHemisphere(readDecimal(latitudeText), north === 'S');
  const longitude = applyHemisphere(readDecimal(longitudeText), east === 'W');
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return undefined;
  const valid = validity === 'A';
  if (!valid && latitude === 0 && longitude === 0) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  const speed = readNumber(fields[7]);
  const course = readNumber(fields[8]);
  return {
    latitude,
    longitude,
    altitude: readNumber(fields[9]),
    speed: speed !== null && speed >= 0 ? speed : null,
    course: course !== null && course >= 0 && course <= 360 ? course % 360 : null,
    accuracy: null,
    valid,
  };
}

function applyHemisphere(value: number, isNegative: boolean): number {
  return isNegative && value > 0 ? -value : value;
}

function readNumber(text = ''): number | null {
  const value = readDecimal(text);
  return Number.isNaN(value) ? null : value;
}

function readValues(fields: readonly string[], draft: ReportDraft): void {
  draft.satellites = readNumber(fields[10]);
  draft.gsm = readNumber(fields[11]);
  draft.battery = readNumber(fields[12]);
  const steps = readNumber(fields[13]);
  const rolls = readNumber(fields[14]);
  if (steps !== null) draft.attributes.steps = steps;
  if (rolls !== null) draft.attributes.rolls = rolls;
}
