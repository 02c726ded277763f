import { KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import type { Report } from '@wakeline/domain/reports/report';
import { Draft, FieldError, formatValue } from './draft.ts';
import { readTimestamp } from './timestamp.ts';

/**
 * A report in the JSON format of the background-geolocation library, used by newer Traccar Clients (transistorsoft
 * react-native-background-geolocation, interface Location, HTTP POST schema).
 *
 *     { "device_id": "48241179", "location": { ... } }       one, or a list of them with `batchSync`
 *
 * | in location                        | meaning, unit                       | becomes                            |
 * | ---------------------------------- | ----------------------------------- | ---------------------------------- |
 * | timestamp                          | ISO 8601, or epoch milliseconds     | `time`; default: time of receipt   |
 * | coords.latitude, longitude         | degrees                             | `fix`; without coords none         |
 * | coords.accuracy                    | m; below 0 unknown                  | `fix.accuracy`                     |
 * | coords.speed                       | m/s; below 0 unknown                | `fix.speed`, km/h                  |
 * | coords.heading                     | degrees; below 0 unknown            | `fix.course`                       |
 * | coords.altitude                    | m                                   | `fix.altitude`                     |
 * | battery.level, is_charging         | 0 to 1, below 0 unknown; flag       | `battery`, percent; `charging`     |
 * | activity.type, confidence          | name; percent                       | `activity`, `activityConfidence`   |
 * | is_moving                          | flag                                | `moving`                           |
 * | odometer                           | m                                   | `odometer`                         |
 * | alarm, extras.alarm                | names joined by commas              | `alarms`                           |
 * | geofence.identifier, action        | text; ENTER, EXIT, DWELL            | `geofence`; `alarms`: IN, OUT      |
 * | extras, others of coords and here  | number, flag or text                | an attribute in camel case         |
 *
 * Only an invalid time, latitude or longitude makes a report unreadable. Other invalid numbers are stored as attributes
 * instead. Objects, lists and null elsewhere are dropped, as is `_`, in which the client repeats everything as a query.
 */
export function readLocation(location: unknown, name: string, receivedAt: number): Report {
  const draft = new Draft();
  for (const [key, value] of entriesOf(location, name)) readLocationField(draft, name, key, value);
  return draft.toReport(receivedAt, `${name}.coords.latitude`, `${name}.coords.longitude`);
}

type Entries = readonly (readonly [string, unknown])[];

function readLocationField(draft: Draft, parent: string, key: string, value: unknown): void {
  const name = `${parent}.${key}`;
  if (value === null) return;
  switch (key) {
    case '_':
      return;
    case 'timestamp':
      draft.time = timeOf(value, name);
      return;
    case 'coords':
      for (const [member, number] of entriesOf(value, name))
        readCoordinate(draft, `${name}.${member}`, member, number);
      return;
    case 'battery':
      for (const [member, entry] of entriesOrAttribute(draft, key, value)) readBattery(draft, member, entry);
      return;
    case 'activity':
      for (const [member, entry] of entriesOrAttribute(draft, key, value)) {
        draft.setAttribute(member === 'type' ? 'activity' : camelCase(`activity_${member}`), entry);
      }
      return;
    case 'extras':
      for (const [member, entry] of entriesOrAttribute(draft, key, value)) {
        if (member === 'alarm' && typeof entry === 'string') draft.addAlarms(entry);
        else draft.setAttribute(camelCase(member), entry);
      }
      return;
    case 'alarm':
      if (typeof value === 'string') draft.addAlarms(value);
      else draft.setAttribute(key, value);
      return;
    case 'geofence':
      for (const [member, entry] of entriesOrAttribute(draft, key, value)) readGeofence(draft, member, entry);
      return;
    case 'is_moving':
      draft.setAttribute('moving', value);
      return;
    default:
      draft.setAttribute(camelCase(key), value);
  }
}

function readCoordinate(draft: Draft, name: string, key: string, value: unknown): void {
  if (value === null) return;
  const number = () => draft.checkNumber(camelCase(key), value, typeof value === 'number' ? value : null);
  switch (key) {
    case 'latitude':
      draft.latitude = numberOf(value, name);
      return;
    case 'longitude':
      draft.longitude = numberOf(value, name);
      return;
    case 'accuracy':
      draft.setAccuracy(number());
      return;
    case 'speed':
      draft.setSpeed(number(), KMH_PER_MPS);
      return;
    case 'heading':
      draft.setCourse(number());
      return;
    case 'altitude':
      draft.altitude = number();
      return;
    default:
      // Unknown accuracies of speed, heading and altitude are -1.
      if (typeof value !== 'number' || value >= 0) draft.setAttribute(camelCase(key), value);
  }
}

function readBattery(draft: Draft, key: string, value: unknown): void {
  if (key === 'level' && value !== null) {
    const percent = typeof value === 'number' ? Math.round(value * 10_000) / 100 : null;
    draft.setBattery(draft.checkNumber('batteryLevel', value, percent, -Infinity, 100));
  } else if (key === 'is_charging') {
    draft.setAttribute('charging', value);
  } else {
    draft.setAttribute(camelCase(`battery_${key}`), value);
  }
}

/** A fence that the client itself monitors, which triggered at this position. */
function readGeofence(draft: Draft, key: string, value: unknown): void {
  if (key === 'identifier') draft.setAttribute('geofence', value);
  else if (key === 'action' && value === 'ENTER') draft.alarms.push('IN');
  else if (key === 'action' && value === 'EXIT') draft.alarms.push('OUT');
  else draft.setAttribute(camelCase(`geofence_${key}`), value);
}

export function entriesOf(value: unknown, name: string): Entries {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FieldError(name, `not an object: ${formatValue(value)}`);
  }
  return Object.entries(value);
}

/** Entries of an optional object; any other value is stored as an attribute. */
function entriesOrAttribute(draft: Draft, name: string, value: unknown): Entries {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  draft.setAttribute(name, value);
  return [];
}

function numberOf(value: unknown, name: string): number {
  if (typeof value !== 'number') throw new FieldError(name, `not a number: ${formatValue(value)}`);
  return value;
}

function timeOf(value: unknown, name: string): number {
  const time = typeof value === 'string' || typeof value === 'number' ? readTimestamp(String(value)) : null;
  if (time === null) throw new FieldError(name, `not a time: ${formatValue(value)}`);
  return time;
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
