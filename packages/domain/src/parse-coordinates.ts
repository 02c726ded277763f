import type { Coordinates } from './great-circle.ts';

/** Decimal degrees, latitude first: the commonest notation. */
const DECIMAL = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/;

/** A place that somebody typed, in a usual notation; null where the text is none, or out of range. */
export function parseCoordinates(text: string): Coordinates | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
