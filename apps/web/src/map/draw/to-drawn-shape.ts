import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import type { DrawKind, DrawnShape } from './draw-surface.ts';
import { distance, rectangleBetween } from './edit-shape.ts';

/** Metres: two clicks closer than this count as one point. */
const MIN_RADIUS = 0.1;

/** Converts a terra-draw feature; null if it is not a valid shape yet. */
export function toDrawnShape(kind: DrawKind, { geometry }: GeoJSONStoreFeatures): DrawnShape | null {
  if (geometry.type === 'Point')
    return kind === 'marker' ? { kind, coordinates: toPosition(geometry.coordinates) } : null;
  if (geometry.type === 'LineString') {
    const line = withoutRepeats(geometry.coordinates.map(toPosition));
    return kind === 'line' && line.length >= 2 ? { kind, line } : null;
  }
  const ring = geometry.coordinates[0]?.slice(0, -1).map(toPosition) ?? [];
  if (kind === 'circle') return circleThrough(ring);
  if (kind === 'rectangle') {
    const [first, , third] = ring;
    if (first === undefined || third === undefined) return null;
    return first[0] === third[0] || first[1] === third[1] ? null : rectangleBetween(first, third);
  }
  const vertices = withoutRepeats(ring);
  if (vertices.length > 1 && isSame(vertices[0], vertices.at(-1))) vertices.pop();
  if (kind !== 'polygon' || vertices.length < 3) return null;
  return { kind, shape: { type: 'POLYGON', rings: [vertices] } };
}

/** The circle of a terra-draw ring, which starts in the north with equal steps: the south is half a ring later. */
function circleThrough(ring: readonly Position[]): DrawnShape | null {
  const [north, south] = [ring[0], ring[ring.length / 2]];
  if (north === undefined || south === undefined) return null;
  const center: Position = [north[0], (north[1] + south[1]) / 2];
  const radius = distance(center, north);
  return radius < MIN_RADIUS ? null : { kind: 'circle', shape: { type: 'CIRCULAR', center, radius } };
}

/** Removes consecutive duplicate vertices. */
function withoutRepeats(line: readonly Position[]): Position[] {
  return line.filter((coordinates, index) => !isSame(coordinates, line[index - 1]));
}

function isSame(one: Position | undefined, other: Position | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

const toPosition = ([lng = 0, lat = 0]: readonly number[]): Position => [lng, lat];
