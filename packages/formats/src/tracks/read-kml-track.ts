import { KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import { readNumber } from '../read-number.ts';
import type { XmlElement, XmlReader } from '../walk-xml.ts';
import { FixValues, parseAttribute, toInvalidRow } from './fix-values.ts';
import { parseTime } from './iso-time.ts';
import type { TrackRow } from './track-row.ts';

/** A gx:Track that is being read: lists with one entry per time. */
interface Track {
  readonly whens: { readonly line: number; readonly time: number | null; readonly empty: boolean }[];
  readonly coords: { readonly line: number; readonly text: string }[];
  readonly angles: string[];
  readonly arrays: { readonly name: string; readonly values: string[] }[];
}

/** A placemark with one point and one time that is being read. */
interface Moment {
  readonly line: number;
  when: string | null;
  coordinates: string | null;
  readonly data: { readonly name: string; value: string }[];
}

/** Attribute names for values of other programs. */
const ATTRIBUTE_NAMES: ReadonlyMap<string, string> = new Map([
  ['heartrate', 'heartRate'],
  ['temperature', 'temperature1'],
]);

/**
 * Reads positions of KML 2.2: `gx:Track`, also in `gx:MultiTrack`, with its angles and the arrays of its extended data, and
 * placemarks with a `TimeStamp` and a `Point`. Lines without times are ignored.
 */
export class KmlTrackReader implements XmlReader {
  readonly #rows: TrackRow[];
  readonly #path: XmlElement[] = [];
  #track: Track | null = null;
  #moment: Moment | null = null;

  constructor(rows: TrackRow[]) {
    this.#rows = rows;
  }

  open(element: XmlElement): void {
    const { name, attributes, line } = element;
    this.#path.push(element);
    if (name === 'Placemark') this.#moment = { line, when: null, coordinates: null, data: [] };
    else if (name === 'Track') this.#track = { whens: [], coords: [], angles: [], arrays: [] };
    else if (name === 'SimpleArrayData')
      this.#track?.arrays.push({ name: attributes.name ?? '', values: [] });
    else if (name === 'Data' || name === 'SimpleData')
      this.#moment?.data.push({ name: attributes.name ?? '', value: '' });
  }

  close(name: string, text: string): void {
    const element = this.#path.pop();
    const parent = this.#path.at(-1)?.name ?? '';
    if (this.#track !== null) {
      if (name === 'Track') this.#endTrack(this.#track);
      else addToTrack(this.#track, { name, parent, text, line: element?.line ?? 0 });
    } else if (this.#moment !== null) {
      if (name === 'Placemark') this.#endMoment(this.#moment);
      else addToMoment(this.#moment, { name, parent, text });
    }
  }

  #endTrack(track: Track): void {
    this.#track = null;
    const { whens, coords } = track;
    for (let at = 0; at < Math.max(whens.length, coords.length); at += 1) this.#rows.push(toRow(track, at));
  }

  #endMoment({ line, when, coordinates, data }: Moment): void {
    this.#moment = null;
    if (when === null || coordinates === null) return;
    const fix = new FixValues(line);
    setTime(fix, when);
    setCoordinates(fix, coordinates.trim().split(/\s+/)[0]?.split(',') ?? []);
    for (const { name, value } of data) if (value.trim() !== '') addValue(fix, name, value);
    this.#rows.push(fix.toRow());
  }
}

interface ClosedElement {
  readonly name: string;
  readonly parent: string;
  readonly text: string;
}

function addToTrack(
  track: Track,
  { name, parent, text, line }: ClosedElement & { readonly line: number },
): void {
  if (parent === 'Track') {
    if (name === 'when') track.whens.push({ line, time: parseTime(text, null), empty: text.trim() === '' });
    else if (name === 'coord') track.coords.push({ line, text: text.trim() });
    else if (name === 'angles') track.angles.push(text.trim());
  } else if (parent === 'SimpleArrayData' && name === 'value') {
    track.arrays.at(-1)?.values.push(text.trim());
  }
}

function addToMoment(moment: Moment, { name, parent, text }: ClosedElement): void {
  if (name === 'when' && parent === 'TimeStamp') moment.when = text;
  else if (name === 'coordinates' && parent === 'Point') moment.coordinates = text;
  else if ((name === 'value' && parent === 'Data') || name === 'SimpleData') {
    const last = moment.data.at(-1);
    if (last !== undefined) last.value = text;
  }
}

/** The row at an index of the lists. */
function toRow({ whens, coords, angles, arrays }: Track, at: number): TrackRow {
  const [when, coord] = [whens[at], coords[at]];
  const row = when?.line ?? coord?.line ?? 0;
  if (when === undefined || when.empty) return toInvalidRow(row, 'time-missing');
  if (when.time === null) return toInvalidRow(row, 'time-malformed');
  if (coord === undefined || coord.text === '') return toInvalidRow(row, 'place-missing');
  const fix = new FixValues(row);
  fix.time = when.time;
  setCoordinates(fix, coord.text.split(/[\s,]+/));
  fix.read('course', angles[at]?.split(/\s+/)[0] ?? '');
  for (const { name, values } of arrays) {
    const value = values[at] ?? '';
    if (value !== '') addValue(fix, name, value);
  }
  return fix.toRow();
}

function setTime(fix: FixValues, text: string): void {
  fix.time = parseTime(text, null);
  if (fix.time === null && text.trim() !== '') fix.error ??= 'time-malformed';
}

/** Longitude, latitude and optional altitude. */
function setCoordinates(fix: FixValues, [lng, lat, altitude]: readonly string[]): void {
  fix.longitude = readNumber(lng);
  fix.latitude = readNumber(lat);
  if (fix.longitude === null || fix.latitude === null) fix.error ??= 'place-malformed';
  fix.read('altitude', altitude ?? '');
}

function addValue(fix: FixValues, name: string, text: string): void {
  switch (name) {
    case 'satellites':
    case 'accuracy':
    case 'battery':
    case 'gsm':
    case 'course':
      fix.read(name, text);
      return;
    case 'speedKmh':
      fix.read('speed', text);
      return;
    // Other programs write m/s (OpenTracks).
    case 'speed':
      fix.read('speed', text, KMH_PER_MPS);
      return;
    case 'alarms':
      fix.readAlarms(text);
      return;
    case 'values':
      fix.readValues(text);
      return;
    default:
      fix.addAttribute(ATTRIBUTE_NAMES.get(name.toLowerCase()) ?? name, parseAttribute(text));
  }
}
