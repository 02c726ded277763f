import type { Candidate } from './candidate.ts';
import type { PassingCorrections } from './corrections.ts';
import type { Fix } from './fix.ts';
import { LocalPlane, nearDistance } from './local-plane.ts';
import type { Approach } from './point-watch.ts';
import type { RaceCourse } from './race-course.ts';
import { nearestFraction } from './segment-geometry.ts';
import type { Start } from './start-timer.ts';

/** How a participant passed a point of the course. */
export interface PointPassing {
  /** Id of the point. */
  readonly point: string;
  /** Epoch ms; null: not passed so far. */
  readonly time: number | null;
  /** Whether an official entered the time. */
  readonly isOfficial: boolean;
  /** During this visit; of a point that was not passed: the nearest of all fixes. null: beyond 100 m of it. */
  readonly approach: Approach | null;
}

/** What is known of the run of a participant. */
export interface RunResult {
  /** From when the time is taken, epoch ms; null if unknown. */
  readonly start: number | null;
  /** Of each point of the course, in its order. */
  readonly passings: readonly PointPassing[];
  /** Index of the last point that was passed; -1: none. */
  readonly lastPassed: number;
  /** Epoch ms. */
  readonly finish: number | null;
  /** Metres along the course; null before the start, and on a score course. */
  readonly progress: number | null;
  /** Epoch ms of the last fix within the participant's time, also if it was not accurate; null if there is none. */
  readonly lastFix: number | null;
}

/** What a result is made of. */
export interface RunParts {
  readonly course: RaceCourse;
  readonly start: Start | null;
  readonly passed: readonly Candidate[];
  readonly corrections: PassingCorrections;
  readonly isStartOfficial: boolean;
  /** The last fix that counts, and the time of the last one. */
  readonly last: Fix | null;
  readonly lastFix: number | null;
  readonly lineProgress: number | null;
  readonly nearest: (index: number) => Approach | null;
  /** Epoch ms. */
  readonly now: number;
}

export function toRunResult(parts: RunParts): RunResult {
  const { course, now, passed, corrections } = parts;
  const start = passed[0]?.start ?? parts.start;
  const isStarted = start !== null && start.time <= now;
  const byIndex = new Map(passed.map((candidate) => [candidate.index, candidate]));
  let lastPassed = isStarted ? 0 : -1;
  const passings = course.points.map(({ id }, index): PointPassing => {
    const entered = corrections.passed.get(id);
    const isOfficial = index === 0 ? parts.isStartOfficial : entered !== undefined;
    const candidate = byIndex.get(index);
    const detected = index === 0 ? (isStarted ? (start.crossedAt ?? start.time) : null) : candidate?.time;
    // What was entered for a point counts from the start that was entered later.
    const isBeforeStart = parts.isStartOfficial && isStarted && (entered ?? now) < start.time;
    const isEntered = index > 0 && entered !== undefined && entered <= now;
    const time = (isEntered ? (isBeforeStart ? null : entered) : detected) ?? null;
    if (time !== null) lastPassed = index;
    const approach = candidate === undefined ? parts.nearest(index) : candidate.approach;
    return {
      point: id,
      time,
      isOfficial: isOfficial && time !== null,
      approach: approach && { ...approach },
    };
  });
  const result = {
    start: isStarted ? start.time : null,
    passings,
    lastPassed,
    finish: passings.at(-1)?.time ?? null,
    lastFix: parts.lastFix,
  };
  return { ...result, progress: progressOf(parts, result) };
}

/** Metres along the course: the completed legs, and the next one as far as the last fix is along it. */
function progressOf(
  { course, last, lineProgress }: RunParts,
  { lastPassed, finish, start }: Pick<RunResult, 'lastPassed' | 'finish' | 'start'>,
): number | null {
  const { points, type } = course;
  const [from, to] = [points[lastPassed], points[lastPassed + 1]];
  if (type === 'score' || from === undefined || (start === null && lastPassed <= 0)) return null;
  if (finish !== null || to === undefined) return points.at(-1)?.distance ?? null;
  if (lineProgress !== null) return Math.max(from.distance, lineProgress);
  if (last === null) return from.distance;
  const plane = new LocalPlane(to.position);
  const [ax, ay] = [plane.x(from.position[0]), plane.y(from.position[1])];
  const fraction = nearestFraction(ax, ay, 0, 0, plane.x(last.lng), plane.y(last.lat));
  return from.distance + fraction * (to.distance - from.distance);
}

/** Metres of the last fix from the finish. */
export function finishDistance({ points }: RaceCourse, last: Fix | null): number | null {
  const finish = points.at(-1);
  if (finish === undefined || last === null) return null;
  const [lng, lat] = finish.position;
  return nearDistance({ lng, lat }, last);
}
