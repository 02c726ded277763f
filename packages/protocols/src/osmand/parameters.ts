import { KMH_PER_KNOT, KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { Draft, FieldError, formatValue } from './draft.ts';
import { readTimestamp } from './timestamp.ts';

/**
 * A report as parameters of a query or a form: the OsmAnd protocol as sent by Traccar Client and OsmAnd online tracking
 * (traccar.org/osmand).
 *
 * | name             | meaning, unit                                      | becomes                                   |
 * | ---------------- | -------------------------------------------------- | ----------------------------------------- |
 * | id, deviceid     | device id                                          | the device id                             |
 * | timestamp        | seconds, milliseconds, ISO 8601, or calendar UTC   | `time`; default: time of receipt          |
 * | lat, lon         | degrees                                            | `fix.latitude`, `fix.longitude`           |
 * | location         | `lat,lon`                                          | the same                                  |
 * | valid            | `true` or `1`; anything else is false              | `fix.valid`; default: true                |
 * | altitude         | m                                                  | `fix.altitude`                            |
 * | speed            | knots, or `speedUnit`; below 0 unknown             | `fix.speed`, km/h                         |
 * | speedUnit        | `kn`, `kmh` or `mps`                               | the unit of `speed`                       |
 * | bearing, heading | degrees; below 0 unknown                           | `fix.course`                              |
 * | accuracy         | m; below 0 unknown                                 | `fix.accuracy`                            |
 * | batt             | percent; below 0 unknown                           | `battery`                                 |
 * | gsm              | percent                                            | `gsm`                                     |
 * | sat, satellites  | number                                             | `satellites`                              |
 * | charge           | `true` or `1`                                      | `charging`                                |
 * | alarm            | names joined by commas                             | `alarms`; names without a notice: `alarm` |
 * | driverUniqueId   | text                                               | `driverUniqueId`                          |
 * | cell, wifi       | text, repeatable                                   | `cell`, `wifi`, joined by semicolons      |
 * | hdop, any other  | number, `true`, `false` or text                    | an attribute of that name                 |
 *
 * Parameters without a value are ignored. Only an invalid time, latitude or longitude makes a report unreadable. Other
 * invalid numbers are stored as attributes under the name of the parameter.
 */
export function readParameters(parameters: URLSearchParams, receivedAt: number): Report {
  const draft = new Draft();
  const toKmh = speedFactor(parameters.get('speedUnit') ?? '');
  for (const [name, value] of parameters) if (value !== '') readParameter(draft, name, value, toKmh);
  return draft.toReport(receivedAt, 'lat', 'lon');
}

/** The first id with a value. */
export function idOf(parameters: URLSearchParams): string | null {
  const ids = [...parameters.getAll('id'), ...parameters.getAll('deviceid')].map((id) => id.trim());
  return ids.find((id) => id !== '') ?? null;
}

/** From units of `speed` to km/h; undefined for an unknown unit. Without one it is knots. */
function speedFactor(unit: string): number | undefined {
  return unit === '' ? KMH_PER_KNOT : SPEED_UNITS.get(unit);
}

const SPEED_UNITS: ReadonlyMap<string, number> = new Map([
  ['kn', KMH_PER_KNOT],
  ['kmh', 1],
  ['mps', KMH_PER_MPS],
]);

function readParameter(draft: Draft, name: string, value: string, toKmh: number | undefined): void {
  const number = (min?: number, max?: number) =>
    draft.checkNumber(name, attributeOf(value), parseNumber(value), min, max);
  switch (name) {
    case 'id':
    case 'deviceid':
      return;
    case 'timestamp':
      draft.time = timeOf(name, value);
      return;
    case 'lat':
      draft.latitude = numberOf(name, value);
      return;
    case 'lon':
      draft.longitude = numberOf(name, value);
      return;
    case 'location':
      [draft.latitude, draft.longitude] = readCoordinates(value);
      return;
    case 'valid':
      draft.valid = isTrue(value);
      return;
    case 'altitude':
      draft.altitude = number();
      return;
    case 'speed':
      // A speed of an unknown unit is stored as it was sent.
      if (toKmh === undefined) draft.setAttribute(name, attributeOf(value));
      else draft.setSpeed(number(), toKmh);
      return;
    case 'speedUnit':
      if (toKmh === undefined) draft.setAttribute(name, value);
      return;
    case 'bearing':
    case 'heading':
      draft.setCourse(number());
      return;
    case 'accuracy':
      draft.setAccuracy(number());
      return;
    case 'batt':
      draft.setBattery(number(-Infinity, 100));
      return;
    case 'gsm':
      draft.gsm = number(0, 100);
      return;
    case 'sat':
    case 'satellites':
      draft.satellites = number(0);
      return;
    case 'charge':
      draft.attributes.set('charging', isTrue(value));
      return;
    case 'alarm':
      draft.addAlarms(value);
      return;
    case 'driverUniqueId':
      draft.attributes.set(name, value);
      return;
    case 'cell':
    case 'wifi': {
      const previous = draft.attributes.get(name);
      draft.attributes.set(name, previous === undefined ? value : `${previous};${value}`);
      return;
    }
    default:
      draft.attributes.set(name, attributeOf(value));
  }
}

function numberOf(name: string, text: string): number {
  const value = parseNumber(text);
  if (value === null) throw new FieldError(name, `not a number: ${formatValue(text)}`);
  return value;
}

function parseNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

function timeOf(name: string, text: string): number {
  const time = readTimestamp(text.trim());
  if (time === null) throw new FieldError(name, `not a time: ${formatValue(text)}`);
  return time;
}

function readCoordinates(text: string): [latitude: number, longitude: number] {
  const [latitude, longitude, ...rest] = text.split(',');
  if (latitude === undefined || longitude === undefined || rest.length > 0) {
    throw new FieldError('location', `not latitude,longitude: ${formatValue(text)}`);
  }
  return [numberOf('location', latitude), numberOf('location', longitude)];
}

function isTrue(text: string): boolean {
  return text === '1' || text.toLowerCase() === 'true';
}

/** Converts to a number only if the text round-trips: `007` and long serial numbers stay text. */
function attributeOf(text: string): AttributeValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/.test(text) ? Number(text) : text;
}
