import { FileFault } from './file-fault.ts';
import { lineAt } from './line-at.ts';
import type { Place } from './map-feature.ts';
import { placeOf, readNumber } from './place.ts';
import type { Tally } from './tally.ts';

/** Of a longitude: programs that draw across the antimeridian run on. */
const WIDEST = 360;

/** Commas of a position; what stands behind its altitude is not looked at. */
const MOST_COMMAS = 8;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
/** White space beyond ASCII (ECMA-262, 12.2 and 12.3). */
const WIDE_SPACES: ReadonlySet<number> = new Set(
  [
    ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
  ].map((space) => space.charCodeAt(0)),
);

/**
 * Positions of a `coordinates` element: longitude, latitude and perhaps altitude with commas between, apart by white space (OGC
 * 07-147r2, 16.9). Some programs write white space beside the commas, which the standard forbids.
 *
 * @param end where the element ends: lines are counted back from there.
 * @throws FileFault `coordinates`, `points`; `malformed` for commas without an end
 */
export function readCoordinates(text: string, end: number, tally: Tally): Place[] {
  const places: Place[] = [];
  let line = end - lineAt(text, text.length) + 1;
  /** What there is of the position that is read, and where it begins; whether a comma was the last of it. */
  let [parts, commas, began, goesOn]: [string[], number, number, boolean] = [[], 0, line, false];
  const endPosition = () => {
    if (parts.length === 0) return;
    const [lng, lat, altitude] = parts.map(readNumber);
    places.push(placeOf(lng, lat, { altitude, widest: WIDEST, line: began }));
    tally.add(places.length, began);
  };
  // By hand: a regular expression over all commas of a position keeps its way back on a stack.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) line += 1;
    if (code === COMMA && parts.length > 0) {
      commas += 1;
      goesOn = true;
      if (commas > MOST_COMMAS) throw new FileFault('malformed', began);
    }
    if (isBetween(code)) continue;
    const from = at;
    while (at + 1 < text.length && !isBetween(text.charCodeAt(at + 1))) at += 1;
    const part = text.slice(from, at + 1);
    if (!goesOn) {
      endPosition();
      [parts, commas, began] = [[], 0, line];
    }
    // Nothing between two commas stays nothing.
    while (parts.length < commas) parts.push('');
    parts.push(part);
    goesOn = false;
  }
  endPosition();
  return places;
}

/** A comma, or white space. */
function isBetween(code: number): boolean {
  if (code <= 0x7f) return code === COMMA || code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return WIDE_SPACES.has(code);
}

/** A position of a `gx:coord` element: with spaces between. */
export function readCoord(text: string, line: number): Place {
  const [lng, lat, altitude, ...more] = text.trim().split(/\s+/, 4);
  if (more.length > 0) throw new FileFault('coordinates', line);
  return placeOf(readNumber(lng), readNumber(lat), { altitude: readNumber(altitude), widest: WIDEST, line });
}
