import { FileFault } from './file-fault.ts';
import type { Place } from './map-feature.ts';
import { placeOf, readNumber } from './place.ts';
import type { Tally } from './tally.ts';

/** Of a longitude: programs that draw across the antimeridian run on. */
const WIDEST = 360;

/**
 * Positions of a `coordinates` element: longitude, latitude and perhaps altitude with commas between, apart by white space (OGC
 * 07-147r2, 16.9).
 *
 * @param end where the element ends: lines are counted back from there.
 * @throws FileFault `coordinates`, `points`
 */
export function readCoordinates(text: string, end: number, tally: Tally): Place[] {
  const places: Place[] = [];
  let line = end - (text.match(/\n/g)?.length ?? 0);
  let feed = text.indexOf('\n');
  // Some programs write white space beside the commas, which the standard forbids.
  for (const found of text.matchAll(/[^\s,]+(?:\s*,\s*[^\s,]*)*/g)) {
    for (; feed !== -1 && feed < found.index; feed = text.indexOf('\n', feed + 1)) line += 1;
    const [lng, lat, altitude] = found[0].split(',');
    places.push(
      placeOf(readNumber(lng), readNumber(lat), { altitude: readNumber(altitude), widest: WIDEST, line }),
    );
    tally.add(places.length, line);
  }
  return places;
}

/** A position of a `gx:coord` element: with spaces between. */
export function readCoord(text: string, line: number): Place {
  const [lng, lat, altitude, ...more] = text.trim().split(/\s+/);
  if (more.length > 0) throw new FileFault('coordinates', line);
  return placeOf(readNumber(lng), readNumber(lat), { altitude: readNumber(altitude), widest: WIDEST, line });
}
