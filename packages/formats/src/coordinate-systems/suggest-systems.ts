import { groundDistance } from '@wakeline/domain/layers/ground-plane';
import { type CoordinateSystem, coordinateSystems } from './coordinate-systems.ts';
import { type GridCoordinates, type LngLat, projectionOf } from './projection.ts';

/** An area in degrees. */
export type GeographicBounds = readonly [west: number, south: number, east: number, north: number];

/** Metres: nobody compares systems that are farther from all known areas. */
const MAX_DISTANCE = 100_000;
/** Metres: systems of one area that only differ in their datum are as near as each other. */
const STEP = 1_000;
const DEFAULT_LIMIT = 5;

/**
 * Systems of which a point in metres may be: those in which it lies in or nearest to one of the areas, at most 100 km away.
 * Equally near ones are in the order of their codes. Computing all systems takes about a second.
 */
export function suggestCoordinateSystems(
  point: GridCoordinates,
  areas: readonly GeographicBounds[],
  limit = DEFAULT_LIMIT,
): readonly CoordinateSystem[] {
  const ranked: { readonly system: CoordinateSystem; readonly steps: number }[] = [];
  for (const system of coordinateSystems().values()) {
    const projection = projectionOf(system.code);
    const position = projection?.metresPerUnit === 1 ? projection.inverse(point) : null;
    if (position === null) continue;
    const distance = Math.min(...areas.map((area) => distanceTo(position, nearestIn(area, position))));
    if (distance <= MAX_DISTANCE) ranked.push({ system, steps: Math.round(distance / STEP) });
  }
  return ranked
    .sort((a, b) => a.steps - b.steps || a.system.code - b.system.code)
    .slice(0, limit)
    .map(({ system }) => system);
}

/** Degrees: more than `MAX_DISTANCE` along a meridian. */
const FAR = 1;

/** Metres; infinite where the plane on which short distances are measured does not apply. */
function distanceTo(position: LngLat, other: LngLat): number {
  const shrink = Math.cos((position[1] * Math.PI) / 180);
  const isFar = Math.abs(position[1] - other[1]) > FAR || Math.abs(position[0] - other[0]) * shrink > FAR;
  return isFar ? Number.POSITIVE_INFINITY : groundDistance(position, other);
}

/** The point of an area that is nearest to a position. */
function nearestIn([west, south, east, north]: GeographicBounds, [lng, lat]: LngLat): LngLat {
  return [Math.min(east, Math.max(west, lng)), Math.min(north, Math.max(south, lat))];
}
