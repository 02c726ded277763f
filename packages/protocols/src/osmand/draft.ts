import type { NoticeType } from '@wakeline/domain/notice-type';
import type { AttributeValue, Report } from '@wakeline/domain/report';
import { readAlarms } from './alarm.ts';

/** Thrown while a request is read, and caught where it is decoded: says which field is wrong, and how. */
export class FieldError extends Error {
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

const MAX_SHOWN = 40;

/** A value as it is shown in a fault. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
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
  readonly alarms: NoticeType[] = [];
  /** A map, so that no name that a client sends can reach an object's prototype. */
  readonly attributes = new Map<string, AttributeValue>();

  /** Metres per second or knots times the factor to km/h. Phones say -1 for a speed that they do not know. */
  setSpeed(speed: number, toKmh: number): void {
    this.speed = speed < 0 ? null : Math.round(speed * toKmh * 1000) / 1000;
  }

  setCourse(course: number): void {
    this.course = course < 0 ? null : course % 360;
  }

  setAccuracy(accuracy: number): void {
    this.accuracy = accuracy < 0 ? null : accuracy;
  }

  setBattery(field: string, percent: number): void {
    if (percent > 100) throw new FieldError(field, `more than full: ${percent} percent`);
    this.battery = percent < 0 ? null : percent;
  }

  addAlarms(text: string): void {
    const { alarms, others } = readAlarms(text);
    this.alarms.push(...alarms);
    if (others.length > 0) this.attributes.set('alarm', others.join(','));
  }

  /** `receivedAt` is the time of a report that has none. The names are those of the latitude and longitude, for the fault. */
  finish(receivedAt: number, latitudeName: string, longitudeName: string): Report {
    const { latitude, longitude, altitude, speed, course, accuracy, valid } = this;
    if ((latitude === null) !== (longitude === null)) {
      throw new FieldError(latitude === null ? latitudeName : longitudeName, 'missing');
    }
    const place = latitude === null || longitude === null ? null : { latitude, longitude };
    return {
      time: this.time ?? receivedAt,
      fix: place === null ? null : { ...place, altitude, speed, course, accuracy, valid },
      battery: this.battery,
      gsm: this.gsm,
      satellites: this.satellites,
      alarms: this.alarms,
      attributes: Object.fromEntries(this.attributes),
    };
  }
}
