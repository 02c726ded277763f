import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { RareFields, Writable } from '@wakeline/domain/positions/columns';
import type { AttributeValue, Report } from '@wakeline/domain/reports/report';
import { readAlarms } from './alarm.ts';

/** An invalid field of a request; caught by `decode`. */
export class FieldError extends Error {
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

const MAX_VALUE_LENGTH = 40;

/** Formats a value for an error detail. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}...` : text;
}

/** A report under construction; fields that were not sent are null. */
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
  /** Fields of the fix that few clients send. */
  readonly rareFields: Writable<RareFields<'fix'>> = {};
  readonly alarms: NoticeType[] = [];
  /** A map, so that names from a client cannot reach an object prototype. */
  readonly attributes = new Map<string, AttributeValue>();

  /**
   * Validates an optional number. Outside `min` to `max`, returns null and stores the received value as an attribute: a
   * client that is refused for an invalid battery level would resend the same report forever.
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

  /** Stores an attribute if the value is a number, a boolean or a string. */
  setAttribute(name: string, value: unknown): void {
    if (isAttribute(value)) this.attributes.set(name, value);
  }

  /** Sets the speed, multiplied by the factor to km/h. Phones send -1 for an unknown speed. */
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

  /** `receivedAt` is the default time. The names of latitude and longitude are for error details. */
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
