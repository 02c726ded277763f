import { DOMParser, type Element } from '@xmldom/xmldom';
import { InputError } from './input-error.ts';

/** A point of a GPX track or route. Missing values are null. */
export interface GpxPoint {
  readonly longitude: number;
  readonly latitude: number;
  /** Metres above mean sea level. */
  readonly altitude: number | null;
  /** Epoch milliseconds. */
  readonly time: number | null;
}

/** Point elements, in order of preference. */
const POINT_ELEMENTS = ['trkpt', 'rtept'] as const;

/**
 * Reads the points of all tracks of a GPX 1.0 or 1.1 document, or of its routes if it has no tracks
 * (https://www.topografix.com/GPX/1/1/). Throws an InputError `gpx-not-xml`, `gpx-not-gpx`, `gpx-bad-point` or
 * `gpx-no-points`.
 */
export function readGpx(text: string): readonly GpxPoint[] {
  const root = parse(text).documentElement;
  if (root?.localName !== 'gpx') {
    throw new InputError('gpx-not-gpx', `the root element is <${root?.nodeName ?? '?'}>, not <gpx>`);
  }
  for (const name of POINT_ELEMENTS) {
    const points = [...root.getElementsByTagNameNS('*', name)].map(readPoint);
    if (points.length > 0) return points;
  }
  throw new InputError('gpx-no-points', 'the document has no track or route points');
}

function parse(text: string) {
  const parser = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new InputError('gpx-not-xml', message);
    },
  });
  try {
    return parser.parseFromString(text, 'text/xml');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError('gpx-not-xml', `not well-formed XML: ${reason.split('\n')[0]}`);
  }
}

function readPoint(element: Element): GpxPoint {
  const latitude = readDegrees(element, 'lat', 90);
  const longitude = readDegrees(element, 'lon', 180);
  const altitude = childText(element, 'ele');
  const time = childText(element, 'time');
  return {
    longitude,
    latitude,
    altitude:
      altitude === null
        ? null
        : toNumberOrThrow(altitude, () => createPointError(element, `<ele> is "${altitude}"`)),
    time:
      time === null
        ? null
        : toNumberOrThrow(Date.parse(time), () => createPointError(element, `<time> is "${time}"`)),
  };
}

function readDegrees(element: Element, attribute: string, limit: number): number {
  const text = element.getAttribute(attribute)?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  if (Math.abs(value) <= limit) return value;
  throw createPointError(element, text === '' ? `${attribute} is missing` : `${attribute} is "${text}"`);
}

function toNumberOrThrow(value: string | number, error: () => InputError): number {
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  throw error();
}

function childText(element: Element, name: string): string | null {
  for (const child of element.childNodes) {
    if (child.localName === name) return child.textContent?.trim() || null;
  }
  return null;
}

function createPointError(element: Element, detail: string): InputError {
  return new InputError(
    'gpx-bad-point',
    `line ${element.lineNumber ?? '?'}: <${element.nodeName}>: ${detail}`,
  );
}
