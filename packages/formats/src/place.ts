import { FileFault } from './file-fault.ts';
import type { Place } from './map-feature.ts';

/** As XML Schema's decimal and double are written, without INF and NaN. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Characters of a number; the longest that a program writes has 24. */
const LONGEST = 1_000;

/** A number as it is written; null for anything else. */
export function readNumber(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= LONGEST && NUMBER.test(trimmed) ? Number(trimmed) : null;
}

/**
 * A position of a file.
 *
 * @param widest degrees that a longitude may have: files of some programs run on across the antimeridian.
 * @throws FileFault `coordinates` where one of them is missing or out of range
 */
export function placeOf(
  lng: number | null | undefined,
  lat: number | null | undefined,
  { altitude, widest, line }: { altitude: number | null | undefined; widest: number; line: number | null },
): Place {
  if (!isWithin(lng, widest) || !isWithin(lat, 90)) throw new FileFault('coordinates', line);
  return typeof altitude === 'number' && Number.isFinite(altitude) ? [lng, lat, altitude] : [lng, lat];
}

function isWithin(value: number | null | undefined, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
