import { lineAt } from './line-at.ts';
import type { LngLatAlt } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';
import type { PointCounter } from './point-counter.ts';
import { readNumber, toLngLatAlt } from './read-number.ts';

/** Of a longitude: programs that draw across the antimeridian run on. */
const MAX_LONGITUDE = 360;

/** Commas of a position; what stands behind its altitude is not looked at. */
const MAX_COMMAS = 8;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
/** White space beyond ASCII (ECMA-262, 12.2 and 12.3). */
const UNICODE_SPACES: ReadonlySet<number> = new Set(
  [
    ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
  ].map((space) => space.charCodeAt(0)),
);

/**
 * Positions of a `coordinates` element: longitude, latitude and perhaps altitude with commas between, apart by white space (OGC
 * 07-147r2, 16.9). Some programs write white space beside the commas, which the standard forbids.
 *
 * @param end where the element ends: lines are counted back from there.
 * @throws MapFileError `coordinates`, `points`; `malformed` for commas without an end
 */
export function readCoordinates(text: string, end: number, counter: PointCounter): LngLatAlt[] {
  const points: LngLatAlt[] = [];
  let line = end - lineAt(text, text.length) + 1;
  /** What there is of the position that is read, and where it begins; whether a comma was the last of it. */
  let [fields, commas, startLine, afterComma]: [string[], number, number, boolean] = [[], 0, line, false];
  const endPosition = () => {
    if (fields.length === 0) return;
    const [lng, lat, altitude] = fields.map(readNumber);
    points.push(toLngLatAlt(lng, lat, { altitude, maxLongitude: MAX_LONGITUDE, line: startLine }));
    counter.add(points.length, startLine);
  };
  // By hand: a regular expression over all commas of a position keeps its way back on a stack.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) line += 1;
    if (code === COMMA && fields.length > 0) {
      commas += 1;
      afterComma = true;
      if (commas > MAX_COMMAS) throw new MapFileError('malformed', startLine);
    }
    if (isSeparator(code)) continue;
    const from = at;
    while (at + 1 < text.length && !isSeparator(text.charCodeAt(at + 1))) at += 1;
    const field = text.slice(from, at + 1);
    if (!afterComma) {
      endPosition();
      [fields, commas, startLine] = [[], 0, line];
    }
    // Nothing between two commas stays nothing.
    while (fields.length < commas) fields.push('');
    fields.push(field);
    afterComma = false;
  }
  endPosition();
  return points;
}

/** A comma, or white space. */
function isSeparator(code: number): boolean {
  if (code <= 0x7f) return code === COMMA || code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return UNICODE_SPACES.has(code);
}

/** A position of a `gx:coord` element: with spaces between. */
export function readGxCoord(text: string, line: number): LngLatAlt {
  const [lng, lat, altitude, ...more] = text.trim().split(/\s+/, 4);
  if (more.length > 0) throw new MapFileError('coordinates', line);
  return toLngLatAlt(readNumber(lng), readNumber(lat), {
    altitude: readNumber(altitude),
    maxLongitude: MAX_LONGITUDE,
    line,
  });
}
