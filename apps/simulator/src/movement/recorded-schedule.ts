import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { createSchedule, type Knot, type Schedule } from './schedule.ts';

/** A point of a recorded track. */
export interface RecordedPoint extends Coordinates {
  readonly altitude: number | null;
  /** Epoch milliseconds. */
  readonly time: number;
}

/**
 * Creates the schedule of a recorded track: at each point at its recorded time, in between with constant speed. Points
 * that are not later than the previous one are dropped. Throws a RangeError for an empty list.
 */
export function createRecordedSchedule(points: readonly RecordedPoint[]): Schedule {
  const knots: Knot[] = [];
  const [first] = points;
  let latest: RecordedPoint | null = null;
  for (const point of points) {
    if (latest !== null && point.time <= latest.time) continue;
    const seconds = (point.time - (first?.time ?? 0)) / 1000;
    if (latest !== null) {
      const speed = greatCircleDistance(latest, point) / ((point.time - latest.time) / 1000);
      // Two knots at the same time: the speed jumps from that of one segment to that of the next.
      const previousKnot = knots.at(-1);
      if (previousKnot !== undefined) knots.push({ ...previousKnot, speed });
      knots.push(toKnot(point, seconds, speed));
    } else knots.push(toKnot(point, seconds, 0));
    latest = point;
  }
  return createSchedule(knots);
}

function toKnot(point: RecordedPoint, seconds: number, speed: number): Knot {
  const { longitude, latitude, altitude } = point;
  return { longitude, latitude, altitude, seconds, speed };
}
