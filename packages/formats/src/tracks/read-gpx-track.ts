import { readNumber } from '../place.ts';
import type { XmlElement, XmlReader } from '../walk-xml.ts';
import { attributeOf, FixValues, KMH_PER_MPS } from './fix-values.ts';
import { readTime } from './iso-time.ts';
import type { TrackRow } from './track-row.ts';

/** Extensions of others under the names that such values have here; what is not in it keeps its own. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['hr', 'heartRate'],
  ['heartrate', 'heartRate'],
  ['cad', 'cadence'],
  ['atemp', 'temperature1'],
  ['temp', 'temperature1'],
  ['wtemp', 'waterTemperature'],
]);
/** Elements of the point itself whose numbers are kept as attributes (GPX 1.1, wptType). */
const OWN_NUMBERS = new Set(['hdop', 'vdop', 'pdop', 'magvar', 'geoidheight', 'ageofdgpsdata']);

/**
 * Track points of GPX 1.0 and 1.1: `speed` (m/s) and `course` of the point (1.0) or of extensions, as Garmin's
 * TrackPointExtension and ours have them, and whatever else extensions say. Waypoints and routes are no history, and passed over.
 */
export class GpxTrackReader implements XmlReader {
  readonly #rows: TrackRow[];
  /** Elements of the point that are open within it. */
  readonly #inside: XmlElement[] = [];
  #point: FixValues | null = null;

  /** `rows`: where they are put. */
  constructor(rows: TrackRow[]) {
    this.#rows = rows;
  }

  open(element: XmlElement): void {
    if (this.#point !== null) {
      this.#inside.push(element);
      return;
    }
    if (element.name !== 'trkpt') return;
    const { lat, lon } = element.attributes;
    this.#point = new FixValues(element.line);
    this.#point.latitude = readNumber(lat);
    this.#point.longitude = readNumber(lon);
    const said = lat !== undefined && lon !== undefined;
    if (said && (this.#point.latitude === null || this.#point.longitude === null))
      this.#point.fault = 'place-malformed';
  }

  close(name: string, text: string): void {
    const point = this.#point;
    if (point === null) return;
    const element = this.#inside.pop();
    if (element === undefined) {
      this.#rows.push(point.end());
      this.#point = null;
    } else if (this.#inside.length === 0) {
      addOwn(point, name, text);
    } else if (this.#inside[0]?.name === 'extensions') {
      addExtension(point, element, text);
    }
  }
}

function addOwn(point: FixValues, name: string, text: string): void {
  switch (name) {
    case 'time':
      point.time = readTime(text, null);
      if (point.time === null) point.fault ??= 'time-malformed';
      return;
    case 'ele':
      point.read('altitude', text);
      return;
    case 'speed':
      point.read('speed', text, KMH_PER_MPS);
      return;
    case 'course':
      point.read('course', text);
      return;
    case 'sat':
      point.read('satellites', text);
      return;
    default:
      if (OWN_NUMBERS.has(name)) addNumber(point, name, text);
  }
}

function addExtension(point: FixValues, { name, attributes }: XmlElement, text: string): void {
  // What has elements in it has no text of its own.
  if (text.trim() === '') return;
  switch (name) {
    case 'speed':
      point.read('speed', text, KMH_PER_MPS);
      return;
    case 'course':
      point.read('course', text);
      return;
    case 'battery':
    case 'gsm':
    case 'accuracy':
      point.read(name, text);
      return;
    case 'alarms':
      point.alarms(text);
      return;
    case 'value':
      point.attribute(attributes.name ?? '', attributes.type === 'text' ? text : attributeOf(text));
      return;
    default:
      point.attribute(NAMES.get(name) ?? name, attributeOf(text));
      return;
  }
}

function addNumber(point: FixValues, name: string, text: string): void {
  const value = readNumber(text);
  if (value === null) point.leave('attributes');
  else point.attribute(name, value);
}
