import type { Waypoint } from '../movement/waypoint.ts';
import { InputError } from './input-error.ts';

/**
 * Reads a drawn route: the first LineString of a GeoJSON document (RFC 7946: longitude, latitude, altitude), or a list of places
 * `longitude,latitude[,altitude]` with blanks or semicolons between them. Throws an InputError `route-not-geojson`,
 * `route-no-line` or `route-bad-point`.
 */
export function readRoute(text: string): readonly Waypoint[] {
  const positions = text.trimStart().startsWith('{') ? lineOf(parse(text)) : listed(text);
  if (positions === null) throw new InputError('route-no-line', 'the document has no LineString');
  if (positions.length < 2) throw new InputError('route-no-line', 'a route has at least two places');
  return positions.map(waypointOf);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError('route-not-geojson', error instanceof Error ? error.message : String(error));
  }
}

function listed(text: string): unknown[] {
  return text
    .split(/[\s;]+/)
    .filter((place) => place !== '')
    .map((place) => place.split(',').map((number) => (number === '' ? Number.NaN : Number(number))));
}

function lineOf(thing: unknown): readonly unknown[] | null {
  if (typeof thing !== 'object' || thing === null || !('type' in thing)) return null;
  if (thing.type === 'LineString' && 'coordinates' in thing && Array.isArray(thing.coordinates)) {
    return thing.coordinates;
  }
  if ('geometry' in thing) return lineOf(thing.geometry);
  const inner = 'features' in thing ? thing.features : 'geometries' in thing ? thing.geometries : [];
  if (!Array.isArray(inner)) return null;
  for (const one of inner) {
    const line = lineOf(one);
    if (line !== null) return line;
  }
  return null;
}

function waypointOf(position: unknown, index: number): Waypoint {
  const [longitude, latitude, altitude] = Array.isArray(position) ? position : [];
  if (!within(longitude, 180) || !within(latitude, 90)) {
    throw new InputError('route-bad-point', `place ${index + 1} is ${JSON.stringify(position)}`);
  }
  return { longitude, latitude, altitude: within(altitude, 100_000) ? altitude : null, speed: null };
}

function within(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
