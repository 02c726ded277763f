import { ALTITUDE_KINDS, type AltitudeKind, altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import { ALARM_TYPES } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { readNumber } from '../read-number.ts';
import { ALTITUDE_KIND } from './other-values.ts';
import type { FixRow, InvalidRow, RowError, RowValue, TrackRow } from './track-row.ts';

/** Limits: attributes of a position, characters of a name, and characters of a text. */
const MAX_ATTRIBUTES = 64;
const MAX_NAME_LENGTH = 64;
const MAX_TEXT_LENGTH = 500;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The values of a row, which are added one at a time as text or number. */
export class FixValues {
  readonly row: number;
  time: number | null = null;
  latitude: number | null = null;
  longitude: number | null = null;
  /** Why it is not a valid position, if it is not. */
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
  #altitudeKind: AltitudeKind = ALTITUDE_KINDS.sea;
  #alarms: LocatedReport['alarms'] = [];
  readonly #attributes: Mutable<LocatedReport['attributes']> = {};
  #count = 0;

  constructor(row: number) {
    this.row = row;
  }

  /** Sets a value in the project's units; null if it was not sent. */
  set(name: Exclude<RowValue, 'attributes'>, value: number | null): void {
    this.#values[name] = value === null || !Number.isFinite(value) ? null : roundValue(value);
  }

  /**
   * Parses a value: an empty text was not sent, and a text that is not a number is marked as unread. `unit`: factor to
   * project units.
   */
  read(name: Exclude<RowValue, 'attributes'>, text: string, unit = 1): void {
    if (text.trim() === '') return;
    const value = readNumber(text);
    if (value === null || !Number.isFinite(value)) this.#unread.add(name);
    // Conversion from other units adds meaningless decimals.
    else this.set(name, unit === 1 ? value : Number((value * unit).toFixed(5)));
  }

  /** Marks a value that is present but cannot be parsed. */
  markUnread(name: RowValue): void {
    this.#unread.add(name);
  }

  /** Adds an attribute, or sets the kind of the altitude. */
  addAttribute(name: string, value: AttributeValue): void {
    if (name === ALTITUDE_KIND && typeof value === 'number') {
      this.#altitudeKind = altitudeKindOf(value);
      return;
    }
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

  /** Alarm names separated by spaces. */
  readAlarms(text: string): void {
    const names = text.split(/\s+/).filter((name) => name !== '');
    this.#alarms = ALARM_TYPES.filter((type) => names.includes(type));
    if (this.#alarms.length !== new Set(names).size) this.#unread.add('attributes');
  }

  /** All other values as a JSON object, which Wakeline writes if a format has only one text field for them. */
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
    const altitudeKind = this.#altitudeKind;
    const kind = altitudeKind === ALTITUDE_KINDS.sea ? undefined : { altitudeKind };
    const fix = { latitude, longitude, altitude, ...kind, speed, course, accuracy, valid: true };
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

/** Unit conversion adds digits after the ninth decimal that are not in the file. */
function roundValue(value: number): number {
  return Number(value.toFixed(9));
}

/** Converts a text of a file to an attribute value. */
export function parseAttribute(text: string): AttributeValue {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  return readNumber(trimmed) ?? trimmed;
}
