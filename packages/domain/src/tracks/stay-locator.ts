import { areaOf } from '../fences/area.ts';
import type { FenceShape } from '../fences/fence-shape.ts';
import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { partitionPoint } from '../sorted/partition-point.ts';
import type { StayDetails } from './stay-status.ts';
import type { Stay } from './stays.ts';

/** Metres from a labelled point within which a device counts as there: a yard, a pier. */
export const POINT_RADIUS = 100;
/** Degrees of latitude: slightly more than 100 m. */
const NEAR_LATITUDE = 0.001;

export type StayLocator = Pick<Required<StayDetails>, 'isInFence' | 'isAtPoint'>;

/** Finds whether stays lie in fences and at labelled points. Of many thousands it examines only those at similar latitudes. */
export function createStayLocator(
  stays: readonly Pick<Stay, 'lng' | 'lat'>[],
  fences: readonly FenceShape[],
  points: readonly Coordinates[],
): StayLocator {
  let [south, north] = [90, -90];
  for (const { lat } of stays) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const areas = fences.filter((fence) => overlapsLatitudes(fence, south, north)).map(areaOf);
  const candidates = points
    .filter(({ latitude }) => latitude >= south - NEAR_LATITUDE && latitude <= north + NEAR_LATITUDE)
    .toSorted((one, other) => one.latitude - other.latitude);
  return {
    isInFence: (lng, lat) => areas.some((area) => area.contains(lng, lat)),
    isAtPoint: (lng, lat) => isNearAny(candidates, { latitude: lat, longitude: lng }),
  };
}

/** Whether an area may extend into a range of latitudes. */
function overlapsLatitudes(shape: FenceShape, south: number, north: number): boolean {
  if (shape.type === 'RECTANGLE') return shape.north >= south && shape.south <= north;
  if (shape.type === 'CIRCULAR') {
    const { box } = areaOf(shape);
    return box.north >= south && box.south <= north;
  }
  const outline = shape.rings[0] ?? [];
  return outline.some(([, lat]) => lat >= south) && outline.some(([, lat]) => lat <= north);
}

/** @param points sorted by latitude */
function isNearAny(points: readonly Coordinates[], coordinates: Coordinates): boolean {
  for (let at = firstIndexFrom(points, coordinates.latitude - NEAR_LATITUDE); at < points.length; at += 1) {
    const point = points[at];
    if (point === undefined || point.latitude > coordinates.latitude + NEAR_LATITUDE) return false;
    if (greatCircleDistance(point, coordinates) <= POINT_RADIUS) return true;
  }
  return false;
}

/** The index of the first point that is not south of a latitude. */
function firstIndexFrom(points: readonly Coordinates[], latitude: number): number {
  return partitionPoint(points.length, (at) => (points[at]?.latitude ?? 0) < latitude);
}
