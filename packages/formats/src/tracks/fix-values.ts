import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { readNumber } from '../read-number.ts';
import type { FixRow, InvalidRow, RowError, RowValue, TrackRow } from './track-row.ts';

/** Attributes of a position that are kept, characters of a name, and of a text. */
const MAX_ATTRIBUTES = 64;
const MAX_NAME_LENGTH = 64;
const MAX_TEXT_LENGTH = 500;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A row while its values come: one at a time, as text or number. */
export class FixValues {
  readonly row: number;
  time: number | null = null;
  latitude: number | null = null;
  longitude: number | null = null;
  /** What keeps it from being a position, if anything did. */
  error: RowError | null = null;
  readonly #unread = new Set<RowValue>();
  readonly #values: Record<Exclude<RowValue, 'attributes'>, number | null> = {
    altitude: null,
    speed: null,
    course: null,
    satellites: null,
    accuracy: null,
    battery: null,
    gsm: null,
  };
  #alarms: LocatedReport['alarms'] = [];
  readonly #attributes: Mutable<LocatedReport['attributes']> = {};
  #count = 0;

  constructor(row: number) {
    this.row = row;
  }

  /** A value in the project's units; null and nothing: it was not sent. */
  set(name: Exclude<RowValue, 'attributes'>, value: number | null): void {
    this.#values[name] = value === null || !Number.isFinite(value) ? null : roundValue(value);
  }

  /** A value as text: empty was not sent, anything but a number is noted. `unit`: what one of it is in the project's units. */
  read(name: Exclude<RowValue, 'attributes'>, text: string, unit = 1): void {
    if (text.trim() === '') return;
    const value = readNumber(text);
    if (value === null || !Number.isFinite(value)) this.#unread.add(name);
    // Speeds in other units come back with more places than they were said with.
    else this.set(name, unit === 1 ? value : Number((value * unit).toFixed(5)));
  }

  /** A value that is there and cannot be understood. */
  markUnread(name: RowValue): void {
    this.#unread.add(name);
  }

  /** An attribute under its name of the trade; text that is a number is one. */
  addAttribute(name: string, value: AttributeValue): void {
    const isAllowed = name !== '' && name.length <= MAX_NAME_LENGTH && this.#count < MAX_ATTRIBUTES;
    const isShort = typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH;
    if (!isAllowed || !isShort || (typeof value === 'number' && !Number.isFinite(value))) {
      this.#unread.add('attributes');
      return;
    }
    this.#count += 1;
    Object.defineProperty(this.#attributes, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }

  /** Alarms by their names, spaces between. */
  readAlarms(text: string): void {
    const names = text.split(/\s+/).filter((name) => name !== '');
    this.#alarms = NOTICE_TYPES.filter((type) => names.includes(type));
    if (this.#alarms.length !== new Set(names).size) this.#unread.add('attributes');
  }

  /** All other values, as an object of JSON: what we write where a format has room for one text. */
  readValues(text: string): void {
    let values: unknown;
    try {
      values = JSON.parse(text);
    } catch {
      values = null;
    }
    if (typeof values !== 'object' || values === null || Array.isArray(values)) {
      this.#unread.add('attributes');
      return;
    }
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        this.addAttribute(name, value);
      else this.#unread.add('attributes');
    }
  }

  toRow(): TrackRow {
    const { row, time, latitude, longitude } = this;
    if (this.error !== null) return toInvalidRow(row, this.error);
    if (latitude === null || longitude === null) return toInvalidRow(row, 'place-missing');
    if (time === null) return toInvalidRow(row, 'time-missing');
    const { altitude, speed, course, accuracy, battery, gsm, satellites } = this.#values;
    const fix = { latitude, longitude, altitude, speed, course, accuracy, valid: true };
    const report = {
      time,
      fix,
      battery,
      gsm,
      satellites,
      alarms: this.#alarms,
      attributes: this.#attributes,
    };
    return { row, report, unread: [...this.#unread] } satisfies FixRow;
  }
}

export function toInvalidRow(row: number, error: RowError): InvalidRow {
  return { row, error };
}

/** What counting in other units adds behind the ninth decimal is none of the file's. */
function roundValue(value: number): number {
  return Number(value.toFixed(9));
}

/** A text of a file as the value of an attribute. */
export function parseAttribute(text: string): AttributeValue {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  return readNumber(trimmed) ?? trimmed;
}
