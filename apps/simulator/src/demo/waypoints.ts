import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { readRoute } from '../input/read-route.ts';
import type { Random } from '../movement/randomness.ts';
import { courseBetween, offsetCoordinates } from '../movement/sphere.ts';
import { densify, roundCorners, type Waypoint } from '../movement/waypoint.ts';

/** How often corners are cut where a way is made ready for its speeds. */
const ROUNDING_PASSES = 3;

/** A route as a list of `longitude,latitude[,altitude]`; `level` is the altitude of places that have none. */
export function parseWaypoints(text: string, defaultAltitude: number | null = null): readonly Waypoint[] {
  return readRoute(text).map((point) => ({ ...point, altitude: point.altitude ?? defaultAltitude }));
}

/** The one place in a list of one. */
export function createWaypoint(
  longitude: number,
  latitude: number,
  altitude: number | null = null,
): Waypoint {
  return { longitude, latitude, altitude, speed: null };
}

/**
 * A route in metres around an origin: `[right, ahead]` or `[right, ahead, height above it]`, seen by someone who stands at
 * the origin and looks along `bearing` (degrees from north).
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

/** The same way back. */
export function reverseRoute(route: readonly Waypoint[]): readonly Waypoint[] {
  return [...route].reverse();
}

/**
 * The same way, its corners cut, with the speed that `speedAt` gives for each stretch of `spacing` metres: by its height and
 * its slope (metres up per metre ahead).
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

/** The same way as a trail or a helmsman would have it: swaying by up to `metres` to both sides about every `spacing` metres. */
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
