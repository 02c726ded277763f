import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { courseBetween } from './sphere.ts';

/** Where a thing is and how it moves. */
export interface MotionState extends Coordinates {
  /** Metres above mean sea level; null where the route has none. */
  readonly altitude: number | null;
  /** km/h. */
  readonly speed: number;
  /** Course over ground, degrees clockwise from true north. Of a thing at rest: the one it came with. */
  readonly course: number;
}

/** A way through space and time, from 0 to `duration` seconds. Pure: asked in any order, answers the same. */
export interface Schedule {
  /** Seconds. */
  readonly duration: number;
  /** Before the start: the first place; after the end: the last. */
  at(seconds: number): MotionState;
}

/** A corner of a timetable: between two of them the acceleration is constant and the way straight. */
export interface Knot extends Coordinates {
  readonly altitude: number | null;
  /** Seconds from the start; never less than the knot's before. */
  readonly seconds: number;
  /** Metres a second at this knot. */
  readonly speed: number;
}

const KMH_PER_METRE_PER_SECOND = 3.6;

/** Throws a RangeError for an empty list. */
export function createSchedule(knots: readonly Knot[]): Schedule {
  const [first] = knots;
  const last = knots.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a timetable needs at least one knot');
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
      // Under constant acceleration the way grows with the mean of the two speeds.
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

/** Index of the last knot at or before `seconds`, -1 before the first. Of knots at one moment: the last. */
function findKnotIndex(knots: readonly Knot[], seconds: number): number {
  return (
    partitionPoint(knots.length, (index) => (knots[index]?.seconds ?? Number.POSITIVE_INFINITY) <= seconds) -
    1
  );
}

/** Course of each stretch between two knots; where the thing rests, that of the stretch before. */
function computeCourses(knots: readonly Knot[]): number[] {
  const courses: number[] = [];
  let course: number | null = null;
  let restingCount = 0;
  for (const [index, to] of knots.entries()) {
    const from = knots[index - 1];
    if (from === undefined) continue;
    if (greatCircleDistance(from, to) > 0.01) course = courseBetween(from, to);
    if (course === null) restingCount++;
    else {
      // What rested before the first move looks where it will go.
      while (restingCount > 0) {
        courses.push(course);
        restingCount--;
      }
      courses.push(course);
    }
  }
  while (restingCount-- > 0) courses.push(0);
  return courses.length > 0 ? courses : [0];
}
