import { copyToKeep } from '../copy-to-keep.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import type { Sentence } from './sentence.ts';
import {
  readAngle,
  readCourse,
  readDate,
  readDecimal,
  readKnots,
  readTimeOfDay,
  startOfDay,
} from './values.ts';

/**
 * The values of one time, from several sentences (NMEA 0183 section 8.3; index of the value after the address).
 *
 * | sentence | values                                                                                                  |
 * | -------- | ------------------------------------------------------------------------------------------------------- |
 * | RMC      | 0 time, 1 A or V, 2-5 position, 6 knots, 7 course, 8 ddmmyy, 9-10 magnetic variation, 11 mode           |
 * | GGA      | 0 time, 1-4 position, 5 quality, 6 satellites, 7 HDOP, 8 altitude, 10 height of the geoid               |
 * | GLL      | 0-3 position, 4 time, 5 A or V, 6 mode                                                                  |
 * | ZDA      | 0 time, 1 day, 2 month, 3 year                                                                          |
 * | VTG      | 0 course, 4 knots, 6 km/h                                                                               |
 */
export type Formatter = 'RMC' | 'GGA' | 'GLL' | 'ZDA' | 'VTG';

export const FORMATTERS: ReadonlySet<string> = new Set<Formatter>(['RMC', 'GGA', 'GLL', 'ZDA', 'VTG']);

const TIME_INDEX: Readonly<Record<Formatter, number | null>> = { RMC: 0, GGA: 0, GLL: 4, ZDA: 0, VTG: null };

/** GGA: dead reckoning, manual input, simulator. */
const NOT_MEASURED_QUALITIES: ReadonlySet<string> = new Set(['6', '7', '8']);
/** RMC and GLL: dead reckoning, manual input, no fix, simulator. */
const NOT_MEASURED_MODES: ReadonlySet<string> = new Set(['E', 'M', 'N', 'S']);

/** The time of day of a sentence. Null: it has none; undefined: malformed. */
export function timeOfDayOf(formatter: Formatter, { values }: Sentence): number | null | undefined {
  const index = TIME_INDEX[formatter];
  return index === null ? null : readTimeOfDay(values[index]);
}

export class Epoch {
  /** Milliseconds of the day. */
  readonly timeOfDay: number;
  /** When its first sentence arrived, epoch milliseconds. */
  readonly startedAt: number;
  /** Lines of its sentences. */
  readonly lines: Buffer[] = [];
  /** Start of its day from RMC, ZDA or a TAG block; null: unknown. */
  day: number | null = null;
  last: Formatter = 'VTG';
  readonly #draft: ReportDraft;
  #latitude: number | null = null;
  #longitude: number | null = null;
  #altitude: number | null = null;
  #speed: number | null = null;
  #course: number | null = null;
  /** What RMC, GGA and GLL say about the fix; null: not received. */
  #rmcValid: boolean | null = null;
  #ggaValid: boolean | null = null;
  #gllValid: boolean | null = null;
  #isMeasured = true;

  constructor(timeOfDay: number, startedAt: number) {
    this.timeOfDay = timeOfDay;
    this.startedAt = startedAt;
    this.#draft = createReportDraft(startedAt);
  }

  /** Adds a sentence. If it has a malformed value, returns the name of the value and adds nothing. */
  add(formatter: Formatter, { values }: Sentence, line: Buffer): string | null {
    const error = this.#addValues(formatter, values);
    if (error !== null) return error;
    this.last = formatter;
    this.lines.push(copyToKeep(line));
    return null;
  }

  #addValues(formatter: Formatter, values: readonly string[]): string | null {
    switch (formatter) {
      case 'RMC':
        return this.#addRmc(values);
      case 'GGA':
        return this.#addGga(values);
      case 'GLL':
        return this.#addGll(values);
      case 'ZDA':
        return this.#addZda(values);
      case 'VTG':
        this.#course ??= readCourse(values[0]);
        this.#speed ??= readDecimal(values[6]) ?? readKnots(values[4]);
        return null;
    }
  }

  /** The report, whose time the caller determines; null without a sentence about the position. */
  build(time: number): ReportDraft | null {
    const isFix = this.#rmcValid ?? this.#ggaValid ?? this.#gllValid;
    if (isFix === null) return null;
    const draft = this.#draft;
    draft.time = time;
    if (this.#latitude !== null && this.#longitude !== null) {
      draft.fix = {
        latitude: this.#latitude,
        longitude: this.#longitude,
        altitude: this.#altitude,
        speed: this.#speed,
        course: this.#course,
        accuracy: null,
        valid: isFix && this.#isMeasured,
      };
    }
    return draft;
  }

  #addRmc(values: readonly string[]): string | null {
    const [, status, latitude, north, longitude, east, knots, course, date, variation, direction, mode = ''] =
      values;
    const { attributes } = this.#draft;
    const day = readDate(date);
    if (day === undefined) return 'date';
    if (!this.#setPosition([latitude, north, longitude, east])) return 'position';
    this.day = day ?? this.day;
    this.#rmcValid = status === 'A';
    this.#speed = readKnots(knots) ?? this.#speed;
    this.#course = readCourse(course) ?? this.#course;
    const degrees = readDecimal(variation);
    if (degrees !== null) attributes.magneticVariation = direction === 'W' ? -degrees : degrees;
    this.#setMode(mode);
    return null;
  }

  #addGga(values: readonly string[]): string | null {
    const [, latitude, north, longitude, east, quality = '', satellites, hdop, altitude, , geoid] = values;
    const draft = this.#draft;
    if (!this.#setPosition([latitude, north, longitude, east])) return 'position';
    this.#ggaValid = quality !== '' && quality !== '0';
    this.#isMeasured &&= !NOT_MEASURED_QUALITIES.has(quality);
    if (/^\d$/.test(quality)) draft.attributes.fixQuality = Number(quality);
    draft.satellites = readDecimal(satellites);
    const dilution = readDecimal(hdop);
    if (dilution !== null) draft.attributes.hdop = dilution;
    this.#altitude = readDecimal(altitude);
    const height = readDecimal(geoid);
    if (height !== null) draft.attributes.geoidHeight = height;
    return null;
  }

  #addGll([latitude, north, longitude, east, , status, mode = '']: readonly string[]): string | null {
    if (!this.#setPosition([latitude, north, longitude, east])) return 'position';
    this.#gllValid = status !== 'V';
    this.#setMode(mode);
    return null;
  }

  #addZda([, day, month, year]: readonly string[]): string | null {
    if (day === '' || month === '' || year === '') return null;
    const start = startOfDay(Number(year), Number(month), Number(day));
    if (start === null) return 'date';
    this.day ??= start;
    return null;
  }

  #setMode(mode: string): void {
    if (/^[A-Z]$/.test(mode)) this.#draft.attributes.mode = mode;
    this.#isMeasured &&= !NOT_MEASURED_MODES.has(mode);
  }

  /**
   * Keeps the first position: the other sentences of the same time repeat it, some with fewer digits. Returns false if
   * it is malformed.
   */
  #setPosition([latitude, north, longitude, east]: readonly (string | undefined)[]): boolean {
    const lat = readAngle(latitude, north, ['N', 'S']);
    const lng = readAngle(longitude, east, ['E', 'W']);
    if (lat === undefined || lng === undefined || (lat === null) !== (lng === null)) return false;
    this.#latitude ??= lat;
    this.#longitude ??= lng;
    return true;
  }
}
