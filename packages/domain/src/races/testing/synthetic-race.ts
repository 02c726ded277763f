import type { Position } from '../../fences/fence-shape.ts';
import { courseOfMarks } from '../course-of-marks.ts';
import { DEFAULT_MAX_ACCURACY, DEFAULT_MAX_SPEED, type Fix, type RunSetup } from '../fix.ts';
import type { RaceCourse } from '../race-course.ts';

/** Metres of a degree on the equator of WGS-84: a pi / 180 to the east, a (1 - e²) pi / 180 to the north. */
const EAST = 111_319.4908;
const NORTH = 110_574.2758;

/** Metres east and north of 0, 0. */
export type Place = readonly [east: number, north: number];

/** The start of synthetic races: 2026-05-01 10:00 UTC, epoch ms. */
export const T0 = Date.UTC(2026, 4, 1, 10);

/** A position by metres, around a longitude on the equator. */
export function place([east, north]: Place, lng = 0): Position {
  const own = lng + east / EAST;
  return [own > 180 ? own - 360 : own, north / NORTH];
}

export interface TrackOptions {
  /** Metres per second. */
  readonly speed?: number;
  /** Seconds between two fixes. */
  readonly interval?: number;
  /** Seconds after `T0`. */
  readonly from?: number;
  readonly lng?: number;
}

/** The fixes of somebody who moves along places at a constant speed, the first and the last place included. */
export function track(
  places: readonly Place[],
  { speed = 5, interval = 1, from = 0, lng = 0 }: TrackOptions = {},
): Fix[] {
  const fixes: Fix[] = [];
  const lengths = places.slice(1).map((to, index) => lengthOf(places[index] ?? to, to));
  const total = lengths.reduce((sum, length) => sum + length, 0) / speed;
  for (let second = 0; second < total + interval; second += interval) {
    const time = Math.min(second, total);
    fixes.push(fixAt(T0 + (from + time) * 1_000, along(places, lengths, time * speed), lng));
  }
  return fixes;
}

/** When somebody is where: seconds after `T0`, metres east and north. Between two of them they move straight and evenly. */
export type Schedule = readonly (readonly [second: number, east: number, north: number])[];

export interface ScheduleOptions {
  /** Seconds between two fixes. */
  readonly interval?: number;
  /** Metres: each fix is up to this far to the east or west, and to the north or south. */
  readonly noise?: number;
  readonly random?: () => number;
}

/** The fixes of somebody who follows a schedule. */
export function fixesOf(
  schedule: Schedule,
  { interval = 1, noise = 0, random = () => 0.5 }: ScheduleOptions = {},
): Fix[] {
  const [first, last] = [schedule[0], schedule.at(-1)];
  if (first === undefined || last === undefined) return [];
  const fixes: Fix[] = [];
  const around = () => (2 * random() - 1) * noise;
  for (let second = first[0]; second <= last[0]; second += interval) {
    const next = Math.max(
      1,
      schedule.findIndex(([time]) => time >= second),
    );
    const [from, to] = [schedule[next - 1] ?? first, schedule[next] ?? last];
    const share = to[0] === from[0] ? 0 : (second - from[0]) / (to[0] - from[0]);
    const at = ([, east, north]: Schedule[number]): Place => [east, north];
    const [[east, north], [toEast, toNorth]] = [at(from), at(to)];
    fixes.push(
      fixAt(T0 + second * 1_000, [
        east + share * (toEast - east) + around(),
        north + share * (toNorth - north) + around(),
      ]),
    );
  }
  return fixes;
}

/** Fixes at one place, each second. */
export function stay(at: Place, seconds: number, from: number): Fix[] {
  return Array.from({ length: seconds }, (_, index) => fixAt(T0 + (from + index) * 1_000, at, 0));
}

export function fixAt(time: number, at: Place, lng = 0): Fix {
  const [x, y] = place(at, lng);
  return { time, lng: x, lat: y, accuracy: 5 };
}

/** A course of circles with a radius of 15 m; the first is the start, the last the finish. A place that occurs twice is one control. */
export function circles(places: readonly Place[], lng = 0): RaceCourse {
  return courseOfMarks(
    places.map((at, index) => ({ name: String(30 + index), position: place(at, lng), radius: 15 })),
  );
}

export function setup(changes: Partial<RunSetup> = {}): RunSetup {
  return {
    startTime: T0,
    timedFrom: 'start-time',
    window: { from: null, to: null },
    maxAccuracy: DEFAULT_MAX_ACCURACY,
    maxSpeed: DEFAULT_MAX_SPEED,
    ...changes,
  };
}

function along(places: readonly Place[], lengths: readonly number[], metres: number): Place {
  let rest = metres;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [places[index], places[index + 1]];
    if (from === undefined || to === undefined) break;
    if (rest <= length && length > 0) {
      const fraction = rest / length;
      return [from[0] + fraction * (to[0] - from[0]), from[1] + fraction * (to[1] - from[1])];
    }
    rest -= length;
  }
  return places.at(-1) ?? [0, 0];
}

function lengthOf(from: Place, to: Place): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}
