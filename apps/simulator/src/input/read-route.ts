import type { Waypoint } from '../movement/waypoint.ts';
import { InputError } from './input-error.ts';

/**
 * Reads a route: the first LineString of a GeoJSON document (RFC 7946: longitude, latitude, altitude), or a list of
 * positions `longitude,latitude[,altitude]` separated by whitespace or semicolons. Throws an InputError
 * `route-not-geojson`, `route-no-line` or `route-bad-point`.
 */
export function readRoute(text: string): readonly Waypoint[] {
  const positions = text.trimStart().startsWith('{') ? findLine(parse(text)) : parseList(text);
  if (positions === null) throw new InputError('route-no-line', 'the document has no LineString');
  if (positions.length < 2) throw new InputError('route-no-line', 'a route needs at least two positions');
  return positions.map(toWaypoint);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError('route-not-geojson', error instanceof Error ? error.message : String(error));
  }
}

function parseList(text: string): unknown[] {
  return text
    .split(/[\s;]+/)
    .filter((coordinates) => coordinates !== '')
    .map((coordinates) =>
      coordinates.split(',').map((number) => (number === '' ? Number.NaN : Number(number))),
    );
}

function findLine(geometry: unknown): readonly unknown[] | null {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry)) return null;
  if (geometry.type === 'LineString' && 'coordinates' in geometry && Array.isArray(geometry.coordinates)) {
    return geometry.coordinates;
  }
  if ('geometry' in geometry) return findLine(geometry.geometry);
  const inner =
    'features' in geometry ? geometry.features : 'geometries' in geometry ? geometry.geometries : [];
  if (!Array.isArray(inner)) return null;
  for (const candidate of inner) {
    const line = findLine(candidate);
    if (line !== null) return line;
  }
  return null;
}

function toWaypoint(position: unknown, index: number): Waypoint {
  const [longitude, latitude, altitude] = Array.isArray(position) ? position : [];
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90)) {
    throw new InputError('route-bad-point', `position ${index + 1} is ${JSON.stringify(position)}`);
  }
  return { longitude, latitude, altitude: isWithin(altitude, 100_000) ? altitude : null, speed: null };
}

function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
