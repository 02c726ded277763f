import { openRing, unwrapLongitudes } from '../antimeridian.ts';
import { MapFileError } from '../map-file-error.ts';

type LngLat = readonly [lng: number, lat: number];

/** The area of a geofence of Traccar, with longitude first. Rings are not closed. */
export type TraccarArea =
  | { readonly type: 'circle'; readonly center: LngLat /** Metres. */; readonly radius: number }
  | { readonly type: 'polygon'; readonly rings: readonly (readonly LngLat[])[] }
  | { readonly type: 'line'; readonly vertices: readonly LngLat[] };

const SHAPE = /^\s*(CIRCLE|POLYGON|LINESTRING)\s*\((.*)\)\s*$/is;
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const POSITION = new RegExp(String.raw`^\s*(${NUMBER})\s+(${NUMBER})\s*$`, 'i');
const RADIUS = new RegExp(String.raw`^\s*${NUMBER}\s*$`, 'i');

/**
 * Parses the area of a geofence as Traccar stores it: WKT with the latitude first, and `CIRCLE (lat lon, metres)`.
 * Longitudes are unwrapped, so that a shape across the antimeridian is continuous.
 *
 * @returns null if it is none of these shapes, or a coordinate is missing or out of range.
 */
export function readTraccarArea(text: string): TraccarArea | null {
  try {
    return readShape(text);
  } catch (error) {
    // A line that winds around the earth more than once.
    if (error instanceof MapFileError) return null;
    throw error;
  }
}

function readShape(text: string): TraccarArea | null {
  const [, type, content = ''] = SHAPE.exec(text) ?? [];
  switch (type?.toUpperCase()) {
    case 'CIRCLE':
      return readCircle(content);
    case 'POLYGON':
      return readPolygon(content);
    case 'LINESTRING': {
      const vertices = readPositions(content);
      if (vertices === null || vertices.length < 2) return null;
      return { type: 'line', vertices: unwrapLongitudes(vertices, null) };
    }
    default:
      return null;
  }
}

function readCircle(content: string): TraccarArea | null {
  const [centerText = '', radiusText = '', ...rest] = content.split(',');
  const center = readPosition(centerText);
  // A decimal comma of another locale splits the radius in two.
  const radius = RADIUS.test(radiusText) && rest.length === 0 ? Number(radiusText) : Number.NaN;
  return center === null || !Number.isFinite(radius) ? null : { type: 'circle', center, radius };
}

function readPolygon(content: string): TraccarArea | null {
  if (!/^\s*\([^()]*\)(\s*,\s*\([^()]*\))*\s*$/.test(content)) return null;
  const rings = [...content.matchAll(/\(([^()]*)\)/g)].map(([, ring = '']) => readPositions(ring));
  if (!rings.every((ring) => ring !== null)) return null;
  const referenceLng = rings[0]?.[0]?.[0] ?? null;
  return { type: 'polygon', rings: rings.map((ring) => openRing(ring, referenceLng, null)) };
}

function readPositions(text: string): readonly LngLat[] | null {
  const positions = text.split(',').map(readPosition);
  return positions.every((position) => position !== null) ? positions : null;
}

function readPosition(text: string): LngLat | null {
  const [, latitude, longitude] = POSITION.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const [lat, lng] = [Number(latitude), Number(longitude)];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lng, lat] : null;
}
