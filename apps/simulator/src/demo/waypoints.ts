import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { readRoute } from '../input/read-route.ts';
import type { Random } from '../movement/randomness.ts';
import { courseBetween, offsetCoordinates } from '../movement/sphere.ts';
import { densify, roundCorners, type Waypoint } from '../movement/waypoint.ts';

/** Corner-cutting passes before speeds are assigned. */
const ROUNDING_PASSES = 3;

/**
 * Parses a route from a list of `longitude,latitude[,altitude]`; `defaultAltitude` is used where the altitude is
 * missing.
 */
export function parseWaypoints(text: string, defaultAltitude: number | null = null): readonly Waypoint[] {
  return readRoute(text).map((point) => ({ ...point, altitude: point.altitude ?? defaultAltitude }));
}

/** Creates a single waypoint. */
export function createWaypoint(
  longitude: number,
  latitude: number,
  altitude: number | null = null,
): Waypoint {
  return { longitude, latitude, altitude, speed: null };
}

/**
 * Creates a route from offsets in metres: `[right, ahead]` or `[right, ahead, height]`, relative to the origin and the
 * direction `bearing` (degrees from north).
 */
export function offsetRoute(
  origin: Waypoint,
  bearing: number,
  metres: readonly (readonly [right: number, ahead: number, height?: number])[],
): readonly Waypoint[] {
  const angle = (bearing * Math.PI) / 180;
  return metres.map(([right, ahead, height]) => ({
    ...offsetCoordinates(
      origin,
      right * Math.cos(angle) + ahead * Math.sin(angle),
      ahead * Math.cos(angle) - right * Math.sin(angle),
    ),
    altitude: height === undefined ? origin.altitude : (origin.altitude ?? 0) + height,
    speed: null,
  }));
}

/** The route in the opposite direction. */
export function reverseRoute(route: readonly Waypoint[]): readonly Waypoint[] {
  return [...route].reverse();
}

/**
 * Rounds and densifies a route and assigns speeds: `speedAt` returns the speed for each segment of `spacing` metres
 * from its altitude and slope (metres up per metre ahead).
 */
export function withSpeeds(
  route: readonly Waypoint[],
  spacing: number,
  speedAt: (altitude: number, slope: number) => number,
): readonly Waypoint[] {
  const points = densify(roundCorners(route, ROUNDING_PASSES), spacing);
  return points.map((point, index) => {
    const next = points[index + 1] ?? point;
    const ahead = greatCircleDistance(point, next);
    const climb = (next.altitude ?? 0) - (point.altitude ?? 0);
    return { ...point, speed: speedAt(point.altitude ?? 0, ahead === 0 ? 0 : climb / ahead) };
  });
}

/**
 * A route with a stretch on which `speed` (km/h) is the target, from `start` metres on for `length` metres. The stretch
 * has at least two points; `spacing` is the distance between the points of the result.
 */
export function withFastStretch(
  route: readonly Waypoint[],
  spacing: number,
  { start, length, speed }: { readonly start: number; readonly length: number; readonly speed: number },
): readonly Waypoint[] {
  const first = Math.round(start / spacing);
  const last = first + Math.max(1, Math.round(length / spacing));
  return densify(route, spacing).map((point, index) =>
    index >= first && index <= last ? { ...point, speed } : point,
  );
}

/** Adds lateral deviations of up to `metres` about every `spacing` metres, as on a trail or a steered course. */
export function addLateralNoise(
  route: readonly Waypoint[],
  random: Random,
  metres: number,
  spacing: number,
): readonly Waypoint[] {
  const points = densify(roundCorners(route, 2), spacing);
  return points.map((point, index) => {
    const next = points[index + 1];
    if (next === undefined || index === 0) return point;
    const lateralAngle = ((courseBetween(point, next) + 90) * Math.PI) / 180;
    const offset = (random() * 2 - 1) * metres;
    return {
      ...point,
      ...offsetCoordinates(point, offset * Math.sin(lateralAngle), offset * Math.cos(lateralAngle)),
    };
  });
}
