import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { RareFields, Writable } from '@wakeline/domain/positions/columns';
import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { readAlarms } from './alarm.ts';

/** Thrown while a request is read, and caught where it is decoded: says which field is wrong, and how. */
export class FieldError extends Error {
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

const MAX_VALUE_LENGTH = 40;

/** A value as it is shown in a fault. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}...` : text;
}

/** A report while it is read field by field: null is what was not sent. */
export class Draft {
  time: number | null = null;
  latitude: number | null = null;
  longitude: number | null = null;
  altitude: number | null = null;
  speed: number | null = null;
  course: number | null = null;
  accuracy: number | null = null;
  valid = true;
  battery: number | null = null;
  gsm: number | null = null;
  satellites: number | null = null;
  /** Columns of the fix that few clients send. */
  readonly rareFields: Writable<RareFields<'fix'>> = {};
  readonly alarms: NoticeType[] = [];
  /** A map, so that no name that a client sends can reach an object's prototype. */
  readonly attributes = new Map<string, AttributeValue>();

  /**
   * A number that the place can do without: null when it is none from `least` to `most`, and what came instead stays as an
   * attribute. A client that is refused for an odd battery sends the same again for ever.
   */
  checkNumber(
    name: string,
    received: unknown,
    value: number | null,
    min = -Infinity,
    max = Infinity,
  ): number | null {
    if (value !== null && value >= min && value <= max) return value;
    this.setAttribute(name, received);
    return null;
  }

  /** An attribute, when the value is a number, a flag or text. */
  setAttribute(name: string, value: unknown): void {
    if (isAttribute(value)) this.attributes.set(name, value);
  }

  /** Metres per second or knots times the factor to km/h. Phones say -1 for a speed that they do not know. */
  setSpeed(speed: number | null, toKmh: number): void {
    this.speed = speed === null || speed < 0 ? null : Math.round(speed * toKmh * 1000) / 1000;
  }

  setCourse(course: number | null): void {
    this.course = course === null || course < 0 ? null : course % 360;
  }

  setAccuracy(accuracy: number | null): void {
    this.accuracy = accuracy === null || accuracy < 0 ? null : accuracy;
  }

  setBattery(percent: number | null): void {
    this.battery = percent === null || percent < 0 ? null : percent;
  }

  addAlarms(text: string): void {
    const { alarms, unknownNames } = readAlarms(text);
    this.alarms.push(...alarms);
    if (unknownNames.length > 0) this.attributes.set('alarm', unknownNames.join(','));
  }

  /** `receivedAt` is the time of a report that has none. The names are those of the latitude and longitude, for the fault. */
  toReport(receivedAt: number, latitudeName: string, longitudeName: string): Report {
    const { latitude, longitude, altitude, speed, course, accuracy, valid } = this;
    if ((latitude === null) !== (longitude === null)) {
      throw new FieldError(latitude === null ? latitudeName : longitudeName, 'missing');
    }
    const coordinates = latitude === null || longitude === null ? null : { latitude, longitude };
    return {
      time: this.time ?? receivedAt,
      fix:
        coordinates === null
          ? null
          : { ...coordinates, altitude, speed, course, accuracy, valid, ...this.rareFields },
      battery: this.battery,
      gsm: this.gsm,
      satellites: this.satellites,
      alarms: this.alarms,
      attributes: Object.fromEntries(this.attributes),
    };
  }
}

function isAttribute(value: unknown): value is AttributeValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
