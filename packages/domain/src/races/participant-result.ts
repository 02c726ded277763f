import { type Correction, type OfficialDecision, officialDecision } from './corrections.ts';
import type { RaceCourse } from './race-course.ts';
import type { RunResult } from './run-result.ts';

export const RESULT_STATUSES = [
  'not-started',
  'running',
  'finished',
  'did-not-start',
  'did-not-finish',
  'missing-points',
  'disqualified',
  'withdrawn',
  'over-time',
  /** The start was, but no fix has arrived. */
  'no-data',
] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** A device is silent if it has sent nothing for this many of its intervals. */
const SILENT_INTERVALS = 4;

export interface RaceParticipant {
  readonly id: number;
  readonly course: RaceCourse;
  /** Epoch ms; null: by detection. */
  readonly startTime: number | null;
  /** End of the participant's time or of the match, epoch ms; null: open. */
  readonly windowEnd: number | null;
  /** Seconds between two fixes of the device; null if there is no device. */
  readonly sendInterval: number | null;
  readonly corrections: readonly Correction[];
}

/** Times are whole seconds since the participant's start, rounded down, so that differences of them add up. */
export interface ParticipantResult {
  readonly id: number;
  readonly course: RaceCourse;
  readonly status: ResultStatus;
  /** Epoch ms: of a participant who has not started, the start time. */
  readonly start: number | null;
  /** Of each point of the course; null: not passed. */
  readonly elapsed: readonly (number | null)[];
  /** Epoch ms of each point; null: not passed. */
  readonly passedAt: readonly (number | null)[];
  /** Index of the last point that was passed; -1: none. */
  readonly lastPassed: number;
  /** Indexes of points of a normal course that were not passed before the last one. */
  readonly missing: readonly number[];
  /** With penalties; null before the finish. */
  readonly time: number | null;
  /** Of the time. */
  readonly penalty: number;
  /** Of a score course, less penalties, so far. */
  readonly points: number | null;
  /** Points less for time over the limit, of the points. */
  readonly overtimePoints: number;
  /** Metres along the course; null if unknown. */
  readonly progress: number | null;
  /** Epoch ms of the last fix. */
  readonly lastFix: number | null;
  /** Whether the device of a participant who is on the way has sent nothing for 4 intervals. */
  readonly isStale: boolean;
}

/**
 * The result of a participant as of a time, from their run as of this time. A status or penalty that was decided later counts from
 * the finish, or from the end of the participant's time: a replay ends with the final result, and does not begin with it.
 */
export function toParticipantResult(
  participant: RaceParticipant,
  run: RunResult,
  now: number,
): ParticipantResult {
  const { course, corrections, sendInterval } = participant;
  const { start, passings, finish, lastPassed, progress, lastFix } = run;
  const isOver = participant.windowEnd !== null && now >= participant.windowEnd;
  const isDone = isOver || finish !== null;
  const decision = officialDecision(corrections, isDone ? Number.POSITIVE_INFINITY : now);
  const elapsed = passings.map(({ time }) => secondsBetween(start, time));
  const isScore = course.type === 'score';
  const missing = isScore
    ? []
    : passings.flatMap(({ time }, index) => (time === null && index < lastPassed ? [index] : []));
  const raw = secondsBetween(start, finish);
  const status = statusOf(participant, run, { decision, missing: missing.length, raw, isOver });
  const overtimePoints = isScore ? overtimeOf(course, raw ?? secondsBetween(start, now)) : 0;
  const collected = course.points.reduce(
    (sum, { points }, index) => sum + (passings[index]?.time === null ? 0 : (points ?? 0)),
    0,
  );
  const isOnTheWay = status === 'running' || status === 'no-data';
  return {
    ...{ id: participant.id, course, status, elapsed, lastPassed, missing, progress, lastFix },
    start: start ?? participant.startTime,
    passedAt: passings.map(({ time }) => time),
    time: raw === null ? null : raw + decision.penalty,
    penalty: decision.penalty,
    points: isScore ? collected - overtimePoints - decision.penaltyPoints : null,
    overtimePoints,
    isStale:
      isOnTheWay &&
      sendInterval !== null &&
      now - (lastFix ?? start ?? now) > SILENT_INTERVALS * sendInterval * 1_000,
  };
}

interface Finding {
  readonly decision: OfficialDecision;
  /** The number of missing points. */
  readonly missing: number;
  /** Seconds without penalties. */
  readonly raw: number | null;
  /** The participant's time has ended. */
  readonly isOver: boolean;
}

function statusOf(participant: RaceParticipant, run: RunResult, finding: Finding): ResultStatus {
  const { decision, missing, raw, isOver } = finding;
  const { timeLimit, type } = participant.course;
  if (decision.status !== null && decision.status !== 'finished') return decision.status;
  if (run.finish !== null) {
    // Officials cannot give a time to somebody whose start nobody knows.
    if (raw === null) return 'missing-points';
    if (decision.status === 'finished') return 'finished';
    if (missing > 0) return 'missing-points';
    return type === 'normal' && timeLimit !== null && raw > timeLimit ? 'over-time' : 'finished';
  }
  const hasData = run.lastFix !== null || run.lastPassed > 0;
  if (run.lastPassed === -1 && !isOver) return 'not-started';
  if (!hasData) return 'no-data';
  if (!isOver) return 'running';
  return run.lastPassed === -1 ? 'did-not-start' : 'did-not-finish';
}

/** Each minute begun beyond the limit. */
function overtimeOf({ timeLimit, penaltyPerMinute }: RaceCourse, seconds: number | null): number {
  if (timeLimit === null || seconds === null) return 0;
  return Math.ceil(Math.max(0, seconds - timeLimit) / 60) * penaltyPerMinute;
}

function secondsBetween(start: number | null, time: number | null): number | null {
  return start === null || time === null ? null : Math.floor((time - start) / 1_000);
}
