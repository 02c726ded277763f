import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import { CIRCLE_VERTICES } from './circle-vertices.ts';
import { type GeoJsonGeometry, toGeoJsonGeometry } from './geojson-geometry.ts';

/** Maximum number of vertices and rings of areas that Wakeline writes; larger ones come from other programs. */
const MAX_VERTICES = 10_000;
const MAX_RINGS = 100;

/** Rounding error of other programs that rewrite the vertices: six decimals, a tenth of a metre. */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * Reads the area from Wakeline's own properties: a circle, a rectangle, or an area that was cut at the antimeridian. Null if there
 * are none, or if the vertices differ from the geometry: then the file was edited, and the geometry counts.
 *
 * @param countPosition receives, for each position in the properties, its index in its ring from 1; its errors are passed on.
 */
export function parseShapeProperties(
  properties: Readonly<Record<string, unknown>>,
  geometry: GeoJsonGeometry,
  countPosition: (indexInRing: number) => void,
): FenceShape | null {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return null;
  const shape =
    parseCircle(properties.circle) ??
    parseRectangle(properties.rectangle) ??
    parsePolygon(properties.polygon, countPosition);
  // Cutting only adds vertices, so a shape with more vertices than the geometry cannot match; large shapes are then not computed.
  if (shape === null || countPositions(geometry.coordinates) < countVertices(shape)) return null;
  const written = toGeoJsonGeometry({ kind: 'area', shape });
  if (written.type !== geometry.type) return null;
  const [ours, theirs] = [flattenNumbers(written.coordinates), flattenNumbers(geometry.coordinates)];
  const same =
    ours.length === theirs.length &&
    ours.every((value, at) => Math.abs(value - (theirs[at] ?? Number.NaN)) <= ROUNDING_TOLERANCE);
  return same ? shape : null;
}

/** Number of vertices of its closed rings. */
function countVertices(shape: FenceShape): number {
  switch (shape.type) {
    case 'CIRCULAR':
      return CIRCLE_VERTICES + 1;
    case 'RECTANGLE':
      return 5;
    case 'POLYGON':
      return shape.rings.reduce((sum, ring) => sum + ring.length + 1, 0);
  }
}

/** Number of positions in validated coordinates: nested lists, the innermost ones of numbers. */
function countPositions(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  if (!Array.isArray(value[0])) return 1;
  return value.reduce((sum: number, member: unknown) => sum + countPositions(member), 0);
}

function parseCircle(value: unknown): FenceShape | null {
  const { center, radius } = Object(value) as Record<string, unknown>;
  if (!isPosition(center) || !isNumber(radius) || radius <= 0) return null;
  return { type: 'CIRCULAR', center, radius };
}

function parseRectangle(value: unknown): FenceShape | null {
  const { west, south, east, north } = Object(value) as Record<string, unknown>;
  if (!isLongitude(west) || !isLatitude(south) || !isLongitude(east) || !isLatitude(north)) return null;
  return { type: 'RECTANGLE', west, south, east, north };
}

function parsePolygon(value: unknown, countPosition: (indexInRing: number) => void): FenceShape | null {
  const { rings } = Object(value) as Record<string, unknown>;
  if (!Array.isArray(rings) || rings.length === 0 || rings.length > MAX_RINGS) return null;
  const read: Position[][] = [];
  let vertexCount = 0;
  for (const ring of rings as readonly unknown[]) {
    if (!Array.isArray(ring)) return null;
    vertexCount += ring.length;
    if (vertexCount > MAX_VERTICES) return null;
    for (const at of ring.keys()) countPosition(at + 1);
    if (!ring.every(isUnwrappedPosition)) return null;
    read.push(ring);
  }
  return { type: 'POLYGON', rings: read };
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && isLongitude(value[0]) && isLatitude(value[1]);
}

/** The same with an unwrapped longitude. */
function isUnwrappedPosition(value: unknown): value is Position {
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

function flattenNumbers(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value.flatMap(flattenNumbers) : [];
}
