import type { LngLatAlt } from './map-feature.ts';
import { MapFileError } from './map-file-error.ts';

/** Decimal and double of XML Schema, without INF and NaN. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Maximum number of characters of a number; programs write at most 24. */
const MAX_NUMBER_LENGTH = 1_000;

/** Parses a number; null for anything else. */
export function readNumber(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= MAX_NUMBER_LENGTH && NUMBER.test(trimmed) ? Number(trimmed) : null;
}

/**
 * Checks and creates a position of a file.
 *
 * @param maxLongitude largest absolute longitude in degrees: some programs write unwrapped longitudes across the antimeridian.
 * @throws MapFileError `coordinates` if a value is missing or out of range
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
