import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Bounds } from '../map-view.ts';

/** The bounding box of the points; null if there are none. */
export function boundsOf(points: Iterable<Position>): Bounds | null {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [lng, lat] of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return west > east ? null : { west, south, east, north };
}
