import { KMH_PER_MPS } from '@wakeline/domain/geo/speed-units';
import { readNumber } from '../read-number.ts';
import type { XmlElement, XmlReader } from '../walk-xml.ts';
import { FixValues, parseAttribute } from './fix-values.ts';
import { parseTime } from './iso-time.ts';
import type { TrackRow } from './track-row.ts';

/** Attribute names for extensions of other programs; extensions not listed keep their names. */
const ATTRIBUTE_NAMES: ReadonlyMap<string, string> = new Map([
  ['hr', 'heartRate'],
  ['heartrate', 'heartRate'],
  ['cad', 'cadence'],
  ['atemp', 'temperature1'],
  ['temp', 'temperature1'],
  ['wtemp', 'waterTemperature'],
]);
/** Numeric elements of the point that become attributes (GPX 1.1, wptType). */
const POINT_NUMBERS = new Set(['hdop', 'vdop', 'pdop', 'magvar', 'geoidheight', 'ageofdgpsdata']);

/**
 * Reads track points of GPX 1.0 and 1.1: `speed` (m/s) and `course` of the point (1.0) or of extensions (Garmin's
 * TrackPointExtension, Wakeline), and all other extensions as attributes. Waypoints and routes are ignored.
 */
export class GpxTrackReader implements XmlReader {
  readonly #rows: TrackRow[];
  /** The open elements within the point. */
  readonly #openElements: XmlElement[] = [];
  #point: FixValues | null = null;

  /** `rows`: the list to which rows are added. */
  constructor(rows: TrackRow[]) {
    this.#rows = rows;
  }

  open(element: XmlElement): void {
    if (this.#point !== null) {
      this.#openElements.push(element);
      return;
    }
    if (element.name !== 'trkpt') return;
    const { lat, lon } = element.attributes;
    this.#point = new FixValues(element.line);
    this.#point.latitude = readNumber(lat);
    this.#point.longitude = readNumber(lon);
    const isPresent = lat !== undefined && lon !== undefined;
    if (isPresent && (this.#point.latitude === null || this.#point.longitude === null))
      this.#point.error = 'place-malformed';
  }

  close(name: string, text: string): void {
    const point = this.#point;
    if (point === null) return;
    const element = this.#openElements.pop();
    if (element === undefined) {
      this.#rows.push(point.toRow());
      this.#point = null;
    } else if (this.#openElements.length === 0) {
      addPointElement(point, name, text);
    } else if (this.#openElements[0]?.name === 'extensions') {
      addExtension(point, element, text);
    }
  }
}

function addPointElement(point: FixValues, name: string, text: string): void {
  switch (name) {
    case 'time':
      point.time = parseTime(text, null);
      if (point.time === null) point.error ??= 'time-malformed';
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
      if (POINT_NUMBERS.has(name)) addNumber(point, name, text);
  }
}

function addExtension(point: FixValues, { name, attributes }: XmlElement, text: string): void {
  // An element with child elements has no text.
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
      point.readAlarms(text);
      return;
    case 'value':
      point.addAttribute(attributes.name ?? '', attributes.type === 'text' ? text : parseAttribute(text));
      return;
    default:
      point.addAttribute(ATTRIBUTE_NAMES.get(name) ?? name, parseAttribute(text));
      return;
  }
}

function addNumber(point: FixValues, name: string, text: string): void {
  const value = readNumber(text);
  if (value === null) point.markUnread('attributes');
  else point.addAttribute(name, value);
}
