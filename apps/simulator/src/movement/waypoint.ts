import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';

/** A vertex of a drawn route. */
export interface Waypoint extends Coordinates {
  /** Metres above mean sea level. */
  readonly altitude: number | null;
  /** Target speed here, km/h; null: that of the motion profile. */
  readonly speed: number | null;
}

function interpolateNumber(a: number | null, b: number | null, fraction: number): number | null {
  if (a === null || b === null) return fraction < 0.5 ? a : b;
  return a + (b - a) * fraction;
}

function interpolateWaypoint(from: Waypoint, to: Waypoint, fraction: number): Waypoint {
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * fraction,
    latitude: from.latitude + (to.latitude - from.latitude) * fraction,
    altitude: interpolateNumber(from.altitude, to.altitude, fraction),
    speed: interpolateNumber(from.speed, to.speed, fraction),
  };
}

/**
 * Rounds the corners of a route with Chaikin's algorithm (1974), `passes` times: each corner is replaced by points at a
 * quarter and three quarters of its sides. The ends stay. The result stays within the hull of the route, so a route on
 * water stays on water.
 */
export function roundCorners(route: readonly Waypoint[], passes: number): readonly Waypoint[] {
  let points = route;
  for (let pass = 0; pass < passes && points.length > 2; pass++) {
    const next: Waypoint[] = [];
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (from === undefined) continue;
      if (index > 1) next.push(interpolateWaypoint(from, to, 0.25));
      if (index < points.length - 1) next.push(interpolateWaypoint(from, to, 0.75));
    }
    const first = points[0];
    const last = points.at(-1);
    points = [...(first ? [first] : []), ...next, ...(last ? [last] : [])];
  }
  return points;
}

/** Tolerance, so that rounding errors do not add a segment if the length is a multiple of the spacing. */
const EPSILON = 1e-6;

/** Adds points to a route so that consecutive points are at most `spacing` metres apart. */
export function densify(route: readonly Waypoint[], spacing: number): Waypoint[] {
  const points: Waypoint[] = [];
  for (const [index, to] of route.entries()) {
    const from = route[index - 1];
    if (from === undefined) {
      points.push(to);
      continue;
    }
    const segments = Math.max(1, Math.ceil(greatCircleDistance(from, to) / spacing - EPSILON));
    for (let segment = 1; segment < segments; segment++)
      points.push(interpolateWaypoint(from, to, segment / segments));
    points.push(to);
  }
  return points;
}
