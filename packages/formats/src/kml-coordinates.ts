import { lineAt } from './line-at.ts';
import type { LngLatAlt } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';
import type { PointCounter } from './point-counter.ts';
import { readNumber, toLngLatAlt } from './read-number.ts';

/** Some programs write unwrapped longitudes across the antimeridian. */
const MAX_LONGITUDE = 360;

/** Maximum number of commas in a position; values after the altitude are ignored. */
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
 * Reads the positions of a `coordinates` element: longitude, latitude and optional altitude separated by commas, positions
 * separated by white space (OGC 07-147r2, 16.9). White space next to commas, which the standard forbids, is accepted.
 *
 * @param end the line in which the element ends, from which lines are counted back.
 * @throws MapFileError `coordinates`, `points`; `malformed` for too many commas
 */
export function readCoordinates(text: string, end: number, counter: PointCounter): LngLatAlt[] {
  const points: LngLatAlt[] = [];
  let line = end - lineAt(text, text.length) + 1;
  /** State of the current position: its fields, the commas read, its first line, and whether the last character was a comma. */
  let [fields, commas, startLine, afterComma]: [string[], number, number, boolean] = [[], 0, line, false];
  const endPosition = () => {
    if (fields.length === 0) return;
    const [lng, lat, altitude] = fields.map(readNumber);
    points.push(toLngLatAlt(lng, lat, { altitude, maxLongitude: MAX_LONGITUDE, line: startLine }));
    counter.add(points.length, startLine);
  };
  // No regular expression: one for all commas of a position would backtrack.
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
    // Empty fields between commas are kept.
    while (fields.length < commas) fields.push('');
    fields.push(field);
    afterComma = false;
  }
  endPosition();
  return points;
}

/** Whether it is a comma or white space. */
function isSeparator(code: number): boolean {
  if (code <= 0x7f) return code === COMMA || code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return UNICODE_SPACES.has(code);
}

/** Reads a position of a `gx:coord` element, whose values are separated by spaces. */
export function readGxCoord(text: string, line: number): LngLatAlt {
  const [lng, lat, altitude, ...more] = text.trim().split(/\s+/, 4);
  if (more.length > 0) throw new MapFileError('coordinates', line);
  return toLngLatAlt(readNumber(lng), readNumber(lat), {
    altitude: readNumber(altitude),
    maxLongitude: MAX_LONGITUDE,
    line,
  });
}
