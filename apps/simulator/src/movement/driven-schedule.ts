import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { createSchedule, type Knot, type Schedule } from './schedule.ts';
import { courseBetween } from './sphere.ts';
import { densify, roundCorners, type Waypoint } from './waypoint.ts';

/** How an object moves along a drawn route. */
export interface MotionProfile {
  /** Speed on a straight line, km/h. */
  readonly speed: number;
  /** m/s², for acceleration and braking. */
  readonly acceleration: number;
  /** m/s²; limits the speed in bends. */
  readonly lateralAcceleration: number;
  /** Number of corner-cutting passes; 0: as drawn. */
  readonly roundingPasses: number;
  /** Metres between two knots of the schedule. */
  readonly spacing: number;
}

/** Minimum speed in a bend, however sharp, m/s. */
const MIN_BEND_SPEED = 0.4;

/**
 * Creates the schedule of a drawn route: from standstill to standstill, as fast as the motion profile, the speeds of
 * the waypoints and the bends allow, with constant acceleration. Throws a RangeError for fewer than two waypoints or a
 * profile without speed.
 */
export function createDrivenSchedule(route: readonly Waypoint[], profile: MotionProfile): Schedule {
  if (route.length < 2) throw new RangeError('a route needs at least two points');
  if (!(profile.speed > 0 && profile.acceleration > 0))
    throw new RangeError('speed and acceleration must be positive');
  const points = densify(roundCorners(route, profile.roundingPasses), profile.spacing);
  const distances = points.map((point, i) => {
    const next = points[i + 1];
    return next === undefined ? 0 : greatCircleDistance(point, next);
  });
  const speeds = points.map((point, i) =>
    i === 0 || i === points.length - 1
      ? 0
      : Math.min((point.speed ?? profile.speed) / 3.6, maxBendSpeed(points, i, profile)),
  );
  // Between two knots the square of the speed changes by at most 2as: a forward pass for accelerating, a backward pass for braking.
  const speedGain = (index: number) => 2 * profile.acceleration * (distances[index] ?? 0);
  for (let i = 1; i < points.length; i++)
    speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[i - 1] ?? 0) ** 2 + speedGain(i - 1)));
  for (let i = points.length - 2; i >= 0; i--)
    speeds[i] = Math.min(speeds[i] ?? 0, Math.sqrt((speeds[i + 1] ?? 0) ** 2 + speedGain(i)));

  const knots: Knot[] = [];
  let seconds = 0;
  for (const [i, { longitude, latitude, altitude }] of points.entries()) {
    const speed = speeds[i] ?? 0;
    if (i > 0) {
      const sum = speed + (speeds[i - 1] ?? 0);
      seconds += sum === 0 ? 0 : (2 * (distances[i - 1] ?? 0)) / sum;
    }
    knots.push({ longitude, latitude, altitude, seconds, speed });
  }
  return createSchedule(knots);
}

/** Maximum speed in the bend at a point for the lateral acceleration: v² = a·r, m/s. */
function maxBendSpeed(points: readonly Waypoint[], index: number, profile: MotionProfile): number {
  const before = points[index - 1];
  const here = points[index];
  const after = points[index + 1];
  if (before === undefined || here === undefined || after === undefined) return Number.POSITIVE_INFINITY;
  const into = greatCircleDistance(before, here);
  const out = greatCircleDistance(here, after);
  if (into === 0 || out === 0) return Number.POSITIVE_INFINITY;
  const angle = Math.abs(((courseBetween(here, after) - courseBetween(before, here) + 540) % 360) - 180);
  if (angle < 0.1) return Number.POSITIVE_INFINITY;
  const radius = (into + out) / 2 / ((angle * Math.PI) / 180);
  return Math.max(MIN_BEND_SPEED, Math.sqrt(profile.lateralAcceleration * radius));
}
