import type { LngLatAlt } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';

/** As XML Schema's decimal and double are written, without INF and NaN. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Characters of a number; the longest that a program writes has 24. */
const MAX_NUMBER_LENGTH = 1_000;

/** A number as it is written; null for anything else. */
export function readNumber(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= MAX_NUMBER_LENGTH && NUMBER.test(trimmed) ? Number(trimmed) : null;
}

/**
 * A position of a file.
 *
 * @param widest degrees that a longitude may have: files of some programs run on across the antimeridian.
 * @throws MapFileError `coordinates` where one of them is missing or out of range
 */
export function toLngLatAlt(
  lng: number | null | undefined,
  lat: number | null | undefined,
  {
    altitude,
    maxLongitude,
    line,
  }: { altitude: number | null | undefined; maxLongitude: number; line: number | null },
): LngLatAlt {
  if (!isWithin(lng, maxLongitude) || !isWithin(lat, 90)) throw new MapFileError('coordinates', line);
  return typeof altitude === 'number' && Number.isFinite(altitude) ? [lng, lat, altitude] : [lng, lat];
}

function isWithin(value: number | null | undefined, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
