import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { readNumber } from '../read-number.ts';
import { FixValues, toInvalidRow } from './fix-values.ts';
import { toEpochMs } from './iso-time.ts';
import type { TrackRow } from './track-row.ts';

/** A sentence has at most 82 characters (NMEA 0183, 5.3); some receivers write longer ones. */
const MAX_LINE_LENGTH = 1_024;
const DAY_MS = 86_400_000;
/** Two-digit years from here on are in the last century: before there was no GPS. */
const MIN_TWO_DIGIT_YEAR = 80;

const SENTENCE = /[$]([A-Z]{2})(RMC|GGA|VTG|ZDA)(,[^*$]*)\*([0-9A-F]{2})\s*$/i;

/** The values of one time, from several sentences. */
interface Moment {
  readonly fix: FixValues;
  /** Milliseconds since the start of the day. */
  readonly timeOfDay: number;
  hasCoordinates: boolean;
  /** Whether RMC and GGA report a fix. RMC takes precedence: logging programs without a quality value write 0. */
  rmcValid: boolean | null;
  ggaValid: boolean | null;
}

/**
 * Reads an NMEA 0183 log of any talker: RMC and GGA with the same time make one position, VTG adds course and speed, ZDA the date.
 * A correct checksum is required. A time that goes back by more than half a day starts the next day, until a sentence has a date.
 */
export class NmeaTrackReader {
  readonly #rows: TrackRow[];
  #pending = '';
  #line = 0;
  #moment: Moment | null = null;
  /** Epoch milliseconds of the start of the day; null: no sentence had a date yet. */
  #day: number | null = null;
  #lastTimeOfDay = 0;

  constructor(rows: TrackRow[]) {
    this.#rows = rows;
  }

  write(chunk: string): void {
    const lines = (this.#pending + chunk).split('\n');
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#addLine(line);
    // Text without a line feed for that long is not a log; it is reported as one line.
    if (this.#pending.length > 64 * MAX_LINE_LENGTH)
      this.#pending = this.#pending.slice(-MAX_LINE_LENGTH - 1);
  }

  end(): void {
    if (this.#pending !== '') this.#addLine(this.#pending);
    this.#pending = '';
    this.#endMoment();
  }

  #addLine(line: string): void {
    this.#line += 1;
    const text = line.trim();
    // Comments of loggers, and AIS sentences.
    if (text === '' || text.startsWith('#') || text.startsWith('!')) return;
    const found = text.length > MAX_LINE_LENGTH ? null : SENTENCE.exec(text);
    if (found === null) {
      const error = checkOtherLine(text);
      if (error !== null) this.#rows.push(toInvalidRow(this.#line, error));
      return;
    }
    const [, talker = '', type = '', rest = '', checksum = ''] = found;
    if (computeChecksum(talker + type + rest) !== Number.parseInt(checksum, 16)) {
      this.#rows.push(toInvalidRow(this.#line, 'checksum'));
      return;
    }
    this.#addSentence(type.toUpperCase(), rest.slice(1).split(','));
  }

  #addSentence(type: string, fields: readonly string[]): void {
    if (type === 'VTG') {
      if (this.#moment !== null) addVtg(this.#moment.fix, fields);
      return;
    }
    const timeOfDay = parseTimeOfDay(fields[0] ?? '');
    if (timeOfDay === null) {
      if (type === 'ZDA') return;
      // Before its first fix a receiver may have no time.
      const hasTime = (fields[0] ?? '') !== '';
      this.#rows.push(toInvalidRow(this.#line, hasTime ? 'time-malformed' : 'no-fix'));
      return;
    }
    if (type === 'ZDA') {
      const day = toDayStart([fields[3], fields[2], fields[1]].map((field) => Number(field || Number.NaN)));
      if (this.#moment !== null && this.#moment.timeOfDay !== timeOfDay) this.#endMoment();
      if (day !== null) this.#setDay(day, timeOfDay);
      return;
    }
    const moment = this.#momentAt(timeOfDay);
    if (type === 'GGA') addGga(moment, fields);
    else this.#addRmc(moment, fields);
  }

  #addRmc(moment: Moment, [, status, lat, ns, lng, ew, speed, course, date = '']: readonly string[]): void {
    const { fix } = moment;
    const [day, month, year] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2) || Number.NaN));
    const fullYear = (year ?? Number.NaN) + ((year ?? 0) >= MIN_TWO_DIGIT_YEAR ? 1_900 : 2_000);
    const dayStart =
      date.length === 6 ? toDayStart([fullYear, month ?? Number.NaN, day ?? Number.NaN]) : null;
    if (dayStart !== null) this.#setDay(dayStart, moment.timeOfDay);
    else if (date !== '') fix.error ??= 'time-malformed';
    moment.rmcValid = status === 'A';
    if (!moment.rmcValid) return;
    setCoordinates(moment, [lat, ns, lng, ew]);
    fix.read('speed', speed ?? '', KMH_PER_KNOT);
    fix.read('course', course ?? '');
  }

  #momentAt(timeOfDay: number): Moment {
    if (this.#moment?.timeOfDay === timeOfDay) return this.#moment;
    this.#endMoment();
    // Half a day, because receivers sometimes repeat a second, and logs are concatenated.
    if (this.#day !== null && timeOfDay < this.#lastTimeOfDay - DAY_MS / 2) this.#day += DAY_MS;
    this.#lastTimeOfDay = timeOfDay;
    this.#moment = {
      fix: new FixValues(this.#line),
      timeOfDay,
      hasCoordinates: false,
      rmcValid: null,
      ggaValid: null,
    };
    return this.#moment;
  }

  #setDay(day: number, timeOfDay: number): void {
    this.#day = day;
    this.#lastTimeOfDay = timeOfDay;
  }

  #endMoment(): void {
    const moment = this.#moment;
    this.#moment = null;
    if (moment === null) return;
    const { fix, timeOfDay, hasCoordinates, rmcValid, ggaValid } = moment;
    if ((rmcValid ?? ggaValid) !== true) fix.error ??= 'no-fix';
    else if (!hasCoordinates) fix.error ??= 'place-missing';
    // Without a date, `toRow` reports that the time is missing.
    fix.time = this.#day === null ? null : this.#day + timeOfDay;
    this.#rows.push(fix.toRow());
  }
}

/** The error of a line that is no supported sentence; null: it is a valid sentence of another type. */
function checkOtherLine(text: string): 'checksum' | 'row-malformed' | null {
  const other = /[$]([^*$]*)\*([0-9A-F]{2})\s*$/i.exec(text);
  if (other === null) return /[$][A-Z]{2}(RMC|GGA|VTG|ZDA),[^*]*$/.test(text) ? 'checksum' : 'row-malformed';
  return computeChecksum(other[1] ?? '') === Number.parseInt(other[2] ?? '', 16) ? null : 'checksum';
}

/** Exclusive or of all characters between $ and * (NMEA 0183, 5.3.4). */
function computeChecksum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum ^= text.charCodeAt(at);
  return sum;
}

function addGga(moment: Moment, fields: readonly string[]): void {
  const [, lat, ns, lng, ew, quality = '', satellites = '', hdop = '', altitude = ''] = fields;
  const { fix } = moment;
  moment.ggaValid = quality !== '' && quality !== '0';
  if (!moment.ggaValid && lat === '') return;
  setCoordinates(moment, [lat, ns, lng, ew]);
  fix.read('satellites', satellites);
  fix.read('altitude', altitude);
  const dilution = readNumber(hdop);
  if (dilution !== null) fix.addAttribute('hdop', dilution);
}

/** True and magnetic course; speed in knots and km/h. RMC has the same values, with less precision or not at all. */
function addVtg(fix: FixValues, [course = '', , , , knots = '', , kmh = '']: readonly string[]): void {
  fix.read('course', course);
  if (kmh === '') fix.read('speed', knots, KMH_PER_KNOT);
  else fix.read('speed', kmh);
}

function setCoordinates(moment: Moment, [lat, ns, lng, ew]: readonly (string | undefined)[]): void {
  const { fix } = moment;
  moment.hasCoordinates = true;
  fix.latitude = parseDegrees(lat, ns, ['N', 'S']);
  fix.longitude = parseDegrees(lng, ew, ['E', 'W']);
  if (fix.latitude === null || fix.longitude === null) fix.error ??= 'place-malformed';
}

/** Degrees from `dddmm.mmmm`; null if malformed. */
function parseDegrees(
  text: string | undefined,
  hemisphere: string | undefined,
  [plus, minus]: readonly [string, string],
): number | null {
  const found = /^(\d{1,3})(\d{2}(?:\.\d+)?)$/.exec(text ?? '');
  if (found === null || (hemisphere !== plus && hemisphere !== minus)) return null;
  const minutes = Number(found[2]);
  if (minutes >= 60) return null;
  const degrees = Number((Number(found[1]) + minutes / 60).toFixed(9));
  return hemisphere === minus ? -degrees : degrees;
}

/** Milliseconds of the day from `hhmmss.sss`; null if malformed. */
function parseTimeOfDay(text: string): number | null {
  const found = /^(\d{2})(\d{2})(\d{2}(?:\.\d+)?)$/.exec(text);
  if (found === null) return null;
  const [hours, minutes, seconds] = found.slice(1).map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  if (hours > 23 || minutes > 59 || seconds >= 61) return null;
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000);
}

function toDayStart(components: readonly number[]): number | null {
  return components.length === 3 && components.every(Number.isInteger)
    ? toEpochMs([...components, 0, 0, 0], 0)
    : null;
}
