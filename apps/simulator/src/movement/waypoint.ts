import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';

/** A corner of a drawn route. */
export interface Waypoint extends Coordinates {
  /** Metres above mean sea level. */
  readonly altitude: number | null;
  /** km/h meant to be held here; null: as fast as the thing goes. */
  readonly speed: number | null;
}

function middle(a: number | null, b: number | null, share: number): number | null {
  if (a === null || b === null) return share < 0.5 ? a : b;
  return a + (b - a) * share;
}

function along(from: Waypoint, to: Waypoint, share: number): Waypoint {
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    altitude: middle(from.altitude, to.altitude, share),
    speed: middle(from.speed, to.speed, share),
  };
}

/**
 * The route with its corners cut `rounds` times by Chaikin's method (1974): each corner gives way to points at a quarter and
 * three quarters of its sides. The ends stay. A rounded route never leaves the drawn one's hull: one drawn on water stays there.
 */
export function rounded(route: readonly Waypoint[], rounds: number): readonly Waypoint[] {
  let points = route;
  for (let round = 0; round < rounds && points.length > 2; round++) {
    const next: Waypoint[] = [];
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (from === undefined) continue;
      if (index > 1) next.push(along(from, to, 0.25));
      if (index < points.length - 1) next.push(along(from, to, 0.75));
    }
    const first = points[0];
    const last = points.at(-1);
    points = [...(first ? [first] : []), ...next, ...(last ? [last] : [])];
  }
  return points;
}

/** A way that is an even number of spacings, but for the last bit, is not cut once more. */
const EVEN = 1e-6;

/** The route with further points on it, so that none is farther than `spacing` metres from the next. */
export function filledIn(route: readonly Waypoint[], spacing: number): Waypoint[] {
  const points: Waypoint[] = [];
  for (const [index, to] of route.entries()) {
    const from = route[index - 1];
    if (from === undefined) {
      points.push(to);
      continue;
    }
    const parts = Math.max(1, Math.ceil(greatCircleDistance(from, to) / spacing - EVEN));
    for (let part = 1; part < parts; part++) points.push(along(from, to, part / parts));
    points.push(to);
  }
  return points;
}
