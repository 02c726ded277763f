import type { Position } from '@wakeline/domain/fences/fence-shape';
import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { courseOfRoute } from '@wakeline/domain/races/course-of-route';
import type { Fix } from '@wakeline/domain/races/fix';
import type { RaceCourse } from '@wakeline/domain/races/race-course';

/** Degrees of a metre at 45° N, roughly: the speed of the engine does not depend on it. */
const LNG = 1 / 78_800;
const LAT = 1 / 111_100;
/** Metres of noise of each fix. */
const NOISE = 3;

/** A pseudorandom sequence of numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Positions of a way that changes its direction every `step` metres. */
function way(count: number, step: number, turn: number): Position[] {
  const random = randomNumbers(7);
  let [x, y, direction] = [0, 0, 0];
  return Array.from({ length: count }, () => {
    const position: Position = [15 + x * LNG, 45 + y * LAT];
    direction += (random() - 0.5) * turn;
    x += Math.cos(direction) * step;
    y += Math.sin(direction) * step;
    return position;
  });
}

/** 30 controls, 500 m apart, in any direction. */
export function forestCourse(): RaceCourse {
  const positions = way(32, 500, 5);
  return courseOfMarks(
    positions.map((position, index) => ({ name: String(30 + index), position, radius: 15 })),
  );
}

/** A trail of 50 km with a position each 25 m and a split each 5 km. */
export function trailCourse(): RaceCourse {
  const splits = Array.from({ length: 9 }, (_, index) => (index + 1) * 5_000);
  return courseOfRoute(way(2_001, 25, 0.5), { splits });
}

/** The fixes of one participant, one a second: longitudes and latitudes. */
export interface RecordedRun {
  readonly startTime: number;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
}

/** Somebody who needs all of the seconds for the course, or less by up to a fifth, and then stays at the finish. */
export function recordRun(
  course: RaceCourse,
  number: number,
  seconds: number,
  startTime: number,
): RecordedRun {
  const random = randomNumbers(number);
  const line = course.line ?? course.points.map(({ position }) => position);
  const duration = seconds * (0.8 + 0.2 * random());
  const [lng, lat] = [new Float64Array(seconds), new Float64Array(seconds)];
  for (let second = 0; second < seconds; second++) {
    const at = Math.min(1, second / duration) * (line.length - 1);
    const index = Math.min(line.length - 2, Math.floor(at));
    const [from, to] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 0]];
    lng[second] = from[0] + (at - index) * (to[0] - from[0]) + (random() - 0.5) * 2 * NOISE * LNG;
    lat[second] = from[1] + (at - index) * (to[1] - from[1]) + (random() - 0.5) * 2 * NOISE * LAT;
  }
  return { startTime, lng, lat };
}

export function fixOf({ startTime, lng, lat }: RecordedRun, second: number): Fix {
  return { time: startTime + second * 1_000, lng: lng[second] ?? 0, lat: lat[second] ?? 0, accuracy: 5 };
}
