import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { courseBetween } from './sphere.ts';

/** Position and motion of an object. */
export interface MotionState extends Coordinates {
  /** Metres above mean sea level; null if the route has no altitudes. */
  readonly altitude: number | null;
  /** km/h. */
  readonly speed: number;
  /** Course over ground, degrees clockwise from true north. If stationary, the last course. */
  readonly course: number;
}

/** A path through space and time, from 0 to `duration` seconds. Deterministic and stateless. */
export interface Schedule {
  /** Seconds. */
  readonly duration: number;
  /** Before the start: the first state; after the end: the last. */
  at(seconds: number): MotionState;
}

/** A knot of a schedule: between two knots the acceleration is constant and the path straight. */
export interface Knot extends Coordinates {
  readonly altitude: number | null;
  /** Seconds from the start; never less than that of the previous knot. */
  readonly seconds: number;
  /** Speed at this knot, m/s. */
  readonly speed: number;
}

const KMH_PER_METRE_PER_SECOND = 3.6;

/** Throws a RangeError for an empty list. */
export function createSchedule(knots: readonly Knot[]): Schedule {
  const [first] = knots;
  const last = knots.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a schedule needs at least one knot');
  const courses = computeCourses(knots);
  const toMotionState = (knot: Knot, index: number): MotionState => ({
    longitude: knot.longitude,
    latitude: knot.latitude,
    altitude: knot.altitude,
    speed: knot.speed * KMH_PER_METRE_PER_SECOND,
    course: courses[Math.min(index, courses.length - 1)] ?? 0,
  });
  return {
    duration: last.seconds,
    at(seconds) {
      if (seconds >= last.seconds) return toMotionState(last, courses.length - 1);
      const index = findKnotIndex(knots, seconds);
      const from = knots[index];
      const to = knots[index + 1];
      if (from === undefined || to === undefined) return toMotionState(first, 0);
      const span = to.seconds - from.seconds;
      const fraction = (seconds - from.seconds) / span;
      const speed = from.speed + (to.speed - from.speed) * fraction;
      // With constant acceleration the distance is the mean of both speeds times the time.
      const mean = from.speed + to.speed;
      const travelled = mean === 0 ? fraction : (fraction * (from.speed + speed)) / mean;
      return {
        longitude: from.longitude + (to.longitude - from.longitude) * travelled,
        latitude: from.latitude + (to.latitude - from.latitude) * travelled,
        altitude:
          from.altitude === null || to.altitude === null
            ? null
            : from.altitude + (to.altitude - from.altitude) * travelled,
        speed: speed * KMH_PER_METRE_PER_SECOND,
        course: courses[index] ?? 0,
      };
    },
  };
}

/** Index of the last knot at or before `seconds`, -1 before the first; of several knots at the same time, the last. */
function findKnotIndex(knots: readonly Knot[], seconds: number): number {
  return (
    partitionPoint(knots.length, (index) => (knots[index]?.seconds ?? Number.POSITIVE_INFINITY) <= seconds) -
    1
  );
}

/** Course of each segment between two knots; where stationary, that of the previous segment. */
function computeCourses(knots: readonly Knot[]): number[] {
  const courses: number[] = [];
  let course: number | null = null;
  let stationaryCount = 0;
  for (const [index, to] of knots.entries()) {
    const from = knots[index - 1];
    if (from === undefined) continue;
    if (greatCircleDistance(from, to) > 0.01) course = courseBetween(from, to);
    if (course === null) stationaryCount++;
    else {
      // Before the first movement, use the course of that movement.
      while (stationaryCount > 0) {
        courses.push(course);
        stationaryCount--;
      }
      courses.push(course);
    }
  }
  while (stationaryCount-- > 0) courses.push(0);
  return courses.length > 0 ? courses : [0];
}
