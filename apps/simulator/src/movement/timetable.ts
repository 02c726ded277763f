import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { courseBetween } from './sphere.ts';

/** Where a thing is and how it moves. */
export interface Place extends Coordinates {
  /** Metres above mean sea level; null where the route has none. */
  readonly altitude: number | null;
  /** km/h. */
  readonly speed: number;
  /** Course over ground, degrees clockwise from true north. Of a thing at rest: the one it came with. */
  readonly course: number;
}

/** A way through space and time, from 0 to `duration` seconds. Pure: asked in any order, answers the same. */
export interface Timetable {
  /** Seconds. */
  readonly duration: number;
  /** Before the start: the first place; after the end: the last. */
  at(seconds: number): Place;
}

/** A corner of a timetable: between two of them the acceleration is constant and the way straight. */
export interface Knot extends Coordinates {
  readonly altitude: number | null;
  /** Seconds from the start; never less than the knot's before. */
  readonly seconds: number;
  /** Metres a second at this knot. */
  readonly speed: number;
}

const KMH = 3.6;

/** Throws a RangeError for an empty list. */
export function timetable(knots: readonly Knot[]): Timetable {
  const [first] = knots;
  const last = knots.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a timetable needs at least one knot');
  const courses = coursesOf(knots);
  const placeAt = (knot: Knot, index: number): Place => ({
    longitude: knot.longitude,
    latitude: knot.latitude,
    altitude: knot.altitude,
    speed: knot.speed * KMH,
    course: courses[Math.min(index, courses.length - 1)] ?? 0,
  });
  return {
    duration: last.seconds,
    at(seconds) {
      if (seconds >= last.seconds) return placeAt(last, courses.length - 1);
      const index = indexAt(knots, seconds);
      const from = knots[index];
      const to = knots[index + 1];
      if (from === undefined || to === undefined) return placeAt(first, 0);
      const span = to.seconds - from.seconds;
      const within = (seconds - from.seconds) / span;
      const speed = from.speed + (to.speed - from.speed) * within;
      // Under constant acceleration the way grows with the mean of the two speeds.
      const mean = from.speed + to.speed;
      const way = mean === 0 ? within : (within * (from.speed + speed)) / mean;
      return {
        longitude: from.longitude + (to.longitude - from.longitude) * way,
        latitude: from.latitude + (to.latitude - from.latitude) * way,
        altitude:
          from.altitude === null || to.altitude === null
            ? null
            : from.altitude + (to.altitude - from.altitude) * way,
        speed: speed * KMH,
        course: courses[index] ?? 0,
      };
    },
  };
}

/** Index of the last knot at or before `seconds`, -1 before the first. Of knots at one moment: the last. */
function indexAt(knots: readonly Knot[], seconds: number): number {
  return (
    partitionPoint(knots.length, (at) => (knots[at]?.seconds ?? Number.POSITIVE_INFINITY) <= seconds) - 1
  );
}

/** Course of each stretch between two knots; where the thing rests, that of the stretch before. */
function coursesOf(knots: readonly Knot[]): number[] {
  const courses: number[] = [];
  let course: number | null = null;
  let resting = 0;
  for (const [index, to] of knots.entries()) {
    const from = knots[index - 1];
    if (from === undefined) continue;
    if (greatCircleDistance(from, to) > 0.01) course = courseBetween(from, to);
    if (course === null) resting++;
    else {
      // What rested before the first move looks where it will go.
      while (resting > 0) {
        courses.push(course);
        resting--;
      }
      courses.push(course);
    }
  }
  while (resting-- > 0) courses.push(0);
  return courses.length > 0 ? courses : [0];
}
