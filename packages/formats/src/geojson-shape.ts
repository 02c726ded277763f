import type { FenceShape, Position } from '@wakeline/domain/fence-shape';
import { type GeoJsonGeometry, geoJsonGeometry } from './geojson-geometry.ts';

/** What other programs round away when they write our corners anew: six decimals, a tenth of a metre. */
const NEARLY = 1e-6;

/**
 * The area that our own properties say: a circle, a rectangle, or what was cut at the antimeridian. Null where there is none, or
 * where its corners are not those of the geometry any more: then somebody changed it, and the geometry counts.
 */
export function shapeInProperties(
  properties: Readonly<Record<string, unknown>>,
  geometry: GeoJsonGeometry,
): FenceShape | null {
  const shape =
    circleIn(properties.circle) ?? rectangleIn(properties.rectangle) ?? polygonIn(properties.polygon);
  if (shape === null) return null;
  const written = geoJsonGeometry({ kind: 'area', shape });
  if (written.type !== geometry.type) return null;
  const [ours, theirs] = [numbersIn(written.coordinates), numbersIn(geometry.coordinates)];
  const same =
    ours.length === theirs.length &&
    ours.every((value, at) => Math.abs(value - (theirs[at] ?? Number.NaN)) <= NEARLY);
  return same ? shape : null;
}

function circleIn(value: unknown): FenceShape | null {
  const { center, radius } = Object(value) as Record<string, unknown>;
  if (!isPosition(center) || !isNumber(radius) || radius <= 0) return null;
  return { type: 'CIRCULAR', center, radius };
}

function rectangleIn(value: unknown): FenceShape | null {
  const { west, south, east, north } = Object(value) as Record<string, unknown>;
  if (!isLongitude(west) || !isLatitude(south) || !isLongitude(east) || !isLatitude(north)) return null;
  return { type: 'RECTANGLE', west, south, east, north };
}

function polygonIn(value: unknown): FenceShape | null {
  const { rings } = Object(value) as Record<string, unknown>;
  if (!Array.isArray(rings) || rings.length === 0) return null;
  const read = rings.map((ring: unknown) => (Array.isArray(ring) && ring.every(isOnPosition) ? ring : null));
  return read.every((ring) => ring !== null) ? { type: 'POLYGON', rings: read } : null;
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && isLongitude(value[0]) && isLatitude(value[1]);
}

/** The same with a longitude that runs on. */
function isOnPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [lng, lat]: readonly unknown[] = value;
  return isNumber(lng) && Math.abs(lng) <= 540 && isLatitude(lat);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isLongitude(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= 180;
}

function isLatitude(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= 90;
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value.flatMap(numbersIn) : [];
}
