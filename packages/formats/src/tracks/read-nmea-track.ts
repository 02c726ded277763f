import { readNumber } from '../place.ts';
import { FixValues, faulty, KMH_PER_KNOT } from './fix-values.ts';
import { instantOf } from './iso-time.ts';
import type { TrackRow } from './track-row.ts';

/** A sentence has 82 characters (NMEA 0183, 5.3); some receivers write longer ones. */
const LONGEST_LINE = 1_024;
const DAY = 86_400_000;
/** Two digits of a year from here on are of the last century: there was no GPS before. */
const FIRST_YEAR = 80;

const SENTENCE = /[$]([A-Z]{2})(RMC|GGA|VTG|ZDA)(,[^*$]*)\*([0-9A-F]{2})\s*$/i;

/** What receivers say of one moment, in several sentences. */
interface Moment {
  readonly fix: FixValues;
  /** Milliseconds of its day. */
  readonly clock: number;
  placed: boolean;
  /** What RMC and GGA say of whether there was a fix. RMC goes first: programs that write logs know no quality, and say 0. */
  byRmc: boolean | null;
  byGga: boolean | null;
}

/**
 * A log of NMEA 0183: RMC and GGA of one time make one position, VTG adds course and speed, ZDA the date; of any talker. The checksum
 * has to be there and right. A time that goes back by more than half a day begins the next day, until a sentence says the date.
 */
export class NmeaTrackReader {
  readonly #rows: TrackRow[];
  #waiting = '';
  #line = 0;
  #moment: Moment | null = null;
  /** Epoch milliseconds at which the day began; null: nothing has said the date yet. */
  #day: number | null = null;
  #lastClock = 0;

  constructor(rows: TrackRow[]) {
    this.#rows = rows;
  }

  write(piece: string): void {
    const lines = (this.#waiting + piece).split('\n');
    this.#waiting = lines.pop() ?? '';
    for (const line of lines) this.#add(line);
    // What has no line feed for so long is no log any more; it is told as one line.
    if (this.#waiting.length > 64 * LONGEST_LINE) this.#waiting = this.#waiting.slice(-LONGEST_LINE - 1);
  }

  end(): void {
    if (this.#waiting !== '') this.#add(this.#waiting);
    this.#waiting = '';
    this.#endMoment();
  }

  #add(line: string): void {
    this.#line += 1;
    const text = line.trim();
    // Comments of loggers, and sentences of ships.
    if (text === '' || text.startsWith('#') || text.startsWith('!')) return;
    const found = text.length > LONGEST_LINE ? null : SENTENCE.exec(text);
    if (found === null) {
      const fault = faultOfLine(text);
      if (fault !== null) this.#rows.push(faulty(this.#line, fault));
      return;
    }
    const [, talker = '', type = '', rest = '', sum = ''] = found;
    if (checksumOf(talker + type + rest) !== Number.parseInt(sum, 16)) {
      this.#rows.push(faulty(this.#line, 'checksum'));
      return;
    }
    this.#addSentence(type.toUpperCase(), rest.slice(1).split(','));
  }

  #addSentence(type: string, fields: readonly string[]): void {
    if (type === 'VTG') {
      if (this.#moment !== null) addVtg(this.#moment.fix, fields);
      return;
    }
    const clock = clockOf(fields[0] ?? '');
    if (clock === null) {
      if (type === 'ZDA') return;
      // Before its first fix a receiver may know no time.
      const said = (fields[0] ?? '') !== '';
      this.#rows.push(faulty(this.#line, said ? 'time-malformed' : 'no-fix'));
      return;
    }
    if (type === 'ZDA') {
      const day = dayOf([fields[3], fields[2], fields[1]].map((field) => Number(field || Number.NaN)));
      if (this.#moment !== null && this.#moment.clock !== clock) this.#endMoment();
      if (day !== null) this.#setDay(day, clock);
      return;
    }
    const moment = this.#momentAt(clock);
    if (type === 'GGA') addGga(moment, fields);
    else this.#addRmc(moment, fields);
  }

  #addRmc(moment: Moment, [, status, lat, ns, lng, ew, speed, course, date = '']: readonly string[]): void {
    const { fix } = moment;
    const [day, month, year] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2) || Number.NaN));
    const full = (year ?? Number.NaN) + ((year ?? 0) >= FIRST_YEAR ? 1_900 : 2_000);
    const began = date.length === 6 ? dayOf([full, month ?? Number.NaN, day ?? Number.NaN]) : null;
    if (began !== null) this.#setDay(began, moment.clock);
    else if (date !== '') fix.fault ??= 'time-malformed';
    moment.byRmc = status === 'A';
    if (!moment.byRmc) return;
    setPlace(moment, [lat, ns, lng, ew]);
    fix.read('speed', speed ?? '', KMH_PER_KNOT);
    fix.read('course', course ?? '');
  }

  #momentAt(clock: number): Moment {
    if (this.#moment?.clock === clock) return this.#moment;
    this.#endMoment();
    // Half a day: receivers repeat a second at times, and logs are put together.
    if (this.#day !== null && clock < this.#lastClock - DAY / 2) this.#day += DAY;
    this.#lastClock = clock;
    this.#moment = { fix: new FixValues(this.#line), clock, placed: false, byRmc: null, byGga: null };
    return this.#moment;
  }

  #setDay(day: number, clock: number): void {
    this.#day = day;
    this.#lastClock = clock;
  }

  #endMoment(): void {
    const moment = this.#moment;
    this.#moment = null;
    if (moment === null) return;
    const { fix, clock, placed, byRmc, byGga } = moment;
    if ((byRmc ?? byGga) !== true) fix.fault ??= 'no-fix';
    else if (!placed) fix.fault ??= 'place-missing';
    // `end` says that the time is missing where no date has come.
    fix.time = this.#day === null ? null : this.#day + clock;
    this.#rows.push(fix.end());
  }
}

/** What is wrong with a line without a sentence of ours; null: it is one of another kind. */
function faultOfLine(text: string): 'checksum' | 'row-malformed' | null {
  const other = /[$]([^*$]*)\*([0-9A-F]{2})\s*$/i.exec(text);
  if (other === null) return /[$][A-Z]{2}(RMC|GGA|VTG|ZDA),[^*]*$/.test(text) ? 'checksum' : 'row-malformed';
  return checksumOf(other[1] ?? '') === Number.parseInt(other[2] ?? '', 16) ? null : 'checksum';
}

/** All characters between $ and *, one after the other by exclusive or (NMEA 0183, 5.3.4). */
function checksumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum ^= text.charCodeAt(at);
  return sum;
}

function addGga(moment: Moment, fields: readonly string[]): void {
  const [, lat, ns, lng, ew, quality = '', satellites = '', hdop = '', altitude = ''] = fields;
  const { fix } = moment;
  moment.byGga = quality !== '' && quality !== '0';
  if (!moment.byGga && lat === '') return;
  setPlace(moment, [lat, ns, lng, ew]);
  fix.read('satellites', satellites);
  fix.read('altitude', altitude);
  const dilution = readNumber(hdop);
  if (dilution !== null) fix.attribute('hdop', dilution);
}

/** Course true, magnetic; speed in knots, in km/h. RMC says the same, coarser or not at all. */
function addVtg(fix: FixValues, [course = '', , , , knots = '', , kmh = '']: readonly string[]): void {
  fix.read('course', course);
  if (kmh === '') fix.read('speed', knots, KMH_PER_KNOT);
  else fix.read('speed', kmh);
}

function setPlace(moment: Moment, [lat, ns, lng, ew]: readonly (string | undefined)[]): void {
  const { fix } = moment;
  moment.placed = true;
  fix.latitude = degreesOf(lat, ns, ['N', 'S']);
  fix.longitude = degreesOf(lng, ew, ['E', 'W']);
  if (fix.latitude === null || fix.longitude === null) fix.fault ??= 'place-malformed';
}

/** Degrees of `dddmm.mmmm`; null where it is none. */
function degreesOf(
  text: string | undefined,
  side: string | undefined,
  [plus, minus]: readonly [string, string],
): number | null {
  const found = /^(\d{1,3})(\d{2}(?:\.\d+)?)$/.exec(text ?? '');
  if (found === null || (side !== plus && side !== minus)) return null;
  const minutes = Number(found[2]);
  if (minutes >= 60) return null;
  const degrees = Number((Number(found[1]) + minutes / 60).toFixed(9));
  return side === minus ? -degrees : degrees;
}

/** Milliseconds of the day of `hhmmss.sss`; null where it is none. */
function clockOf(text: string): number | null {
  const found = /^(\d{2})(\d{2})(\d{2}(?:\.\d+)?)$/.exec(text);
  if (found === null) return null;
  const [hours, minutes, seconds] = found.slice(1).map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  if (hours > 23 || minutes > 59 || seconds >= 61) return null;
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000);
}

function dayOf(parts: readonly number[]): number | null {
  return parts.length === 3 && parts.every(Number.isInteger) ? instantOf([...parts, 0, 0, 0], 0) : null;
}
