import type { ParticipantResult } from './participant-result.ts';
import type { RaceCourse } from './race-course.ts';

/** A point of a participant in the table. Times in seconds; places from 1, ties share one. */
export interface Split {
  /** Index of the point in the participant's course. */
  readonly index: number;
  /** Epoch ms. */
  readonly passedAt: number;
  readonly elapsed: number;
  /** By the time at this point; null if the participant is not ranked, and on score courses. */
  readonly place: number | null;
  /** Behind the best at this point. */
  readonly behind: number | null;
  /** Time since the point before; null if that was missed. */
  readonly leg: number | null;
  readonly legPlace: number | null;
  readonly legBehind: number | null;
}

export interface SplitRow {
  readonly id: number;
  /** In the order of the course, without missing points; of a score course in the order of time. */
  readonly splits: readonly Split[];
}

interface Times {
  readonly index: number;
  readonly passedAt: number;
  readonly elapsed: number;
  readonly leg: number | null;
  readonly pointKey: string;
  readonly legKey: string;
}

/**
 * Split times of the participants of a class. Times are compared at the same control after the same number of points, and legs
 * between the same controls, so that variations of a course can be in one table.
 */
export function splitTable(results: readonly ParticipantResult[]): readonly SplitRow[] {
  const rows = results.map((result) => ({ result, times: timesOf(result) }));
  const [points, legs] = [new Ranks(), new Ranks()];
  for (const { result, times } of rows) {
    if (!isRanked(result)) continue;
    for (const { pointKey, legKey, elapsed, leg } of times) {
      points.add(pointKey, elapsed);
      if (leg !== null) legs.add(legKey, leg);
    }
  }
  return rows.map(({ result, times }) => ({
    id: result.id,
    splits: times.map(({ index, passedAt, elapsed, leg, pointKey, legKey }): Split => {
      const own = isRanked(result) ? points.of(pointKey, elapsed) : null;
      const ofLeg = isRanked(result) && leg !== null ? legs.of(legKey, leg) : null;
      return {
        ...{ index, passedAt, elapsed, leg },
        ...{ place: own?.place ?? null, behind: own?.behind ?? null },
        ...{ legPlace: ofLeg?.place ?? null, legBehind: ofLeg?.behind ?? null },
      };
    }),
  }));
}

function isRanked({ status, points }: ParticipantResult): boolean {
  return points === null && status !== 'disqualified';
}

function timesOf({ course, elapsed, passedAt, points }: ParticipantResult): readonly Times[] {
  const keys = keysOf(course);
  const passed = course.points.flatMap((_, index) => {
    const [seconds, time] = [elapsed[index], passedAt[index]];
    return index === 0 || seconds == null || time == null ? [] : [{ index, seconds, time }];
  });
  const isScore = points !== null;
  if (isScore) passed.sort((one, other) => one.time - other.time || one.index - other.index);
  return passed.map(({ index, seconds, time }, order): Times => {
    const before = isScore
      ? order === 0
        ? 0
        : passed[order - 1]?.seconds
      : index === 1
        ? 0
        : elapsed[index - 1];
    return {
      ...{ index, passedAt: time, elapsed: seconds },
      leg: before == null ? null : seconds - before,
      pointKey: keys[index]?.point ?? '',
      legKey: keys[index]?.leg ?? '',
    };
  });
}

interface Keys {
  readonly point: string;
  readonly leg: string;
}

/** Courses are never changed, and are the same for hundreds of participants every second. */
const keysByCourse = new WeakMap<RaceCourse, readonly Keys[]>();

function keysOf(course: RaceCourse): readonly Keys[] {
  const known = keysByCourse.get(course);
  if (known !== undefined) return known;
  const keys = course.points.map(({ controlId }, index) => ({
    point: `${index} ${controlId}`,
    leg: `${course.points[index - 1]?.controlId ?? ''} ${controlId}`,
  }));
  keysByCourse.set(course, keys);
  return keys;
}

/** The places of times under a key. */
class Ranks {
  readonly #times = new Map<string, number[]>();
  readonly #places = new Map<string, ReadonlyMap<number, number>>();

  add(key: string, time: number): void {
    const times = this.#times.get(key);
    if (times === undefined) this.#times.set(key, [time]);
    else times.push(time);
  }

  of(key: string, time: number): { readonly place: number; readonly behind: number } | null {
    const times = this.#times.get(key);
    if (times === undefined) return null;
    let places = this.#places.get(key);
    if (places === undefined) {
      times.sort((one, other) => one - other);
      const first = new Map<number, number>();
      for (const [index, each] of times.entries()) if (!first.has(each)) first.set(each, index + 1);
      places = first;
      this.#places.set(key, places);
    }
    return { place: places.get(time) ?? times.length, behind: time - (times[0] ?? time) };
  }
}
