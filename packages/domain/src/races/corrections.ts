import type { RunSetup } from './fix.ts';
import type { RaceCourse } from './race-course.ts';

/** Statuses that officials set; they win over what was detected. `finished`: the run is valid, also with missing points. */
export const OFFICIAL_STATUSES = [
  'finished',
  'did-not-start',
  'did-not-finish',
  'disqualified',
  'withdrawn',
] as const;
export type OfficialStatus = (typeof OFFICIAL_STATUSES)[number];

/**
 * A decision of an official about a participant. Of two about the same thing the later one in the list counts. Times: epoch ms,
 * `decidedAt` that of the decision.
 */
export type Correction =
  /** The point was passed at this time. Of the start: as `start`. */
  | { readonly kind: 'passing'; readonly point: string; readonly time: number }
  /** Detections of the point until this time do not count; null: none counts. Of the start: the start time counts. */
  | { readonly kind: 'no-passing'; readonly point: string; readonly until: number | null }
  /** null: the detected status counts. */
  | { readonly kind: 'status'; readonly status: OfficialStatus | null; readonly decidedAt: number }
  /** Added to the time, and subtracted from the points of a score course. Several add up. */
  | {
      readonly kind: 'penalty';
      readonly seconds: number;
      readonly points: number;
      readonly decidedAt: number;
    }
  /** The start time of this participant, which wins over a start line. */
  | { readonly kind: 'start'; readonly time: number };

/** The setup of a run with the start time by officials. If it differs from the one before, all fixes have to be read again. */
export function correctedSetup(
  setup: RunSetup,
  { points }: RaceCourse,
  corrections: readonly Correction[],
): RunSetup {
  const [start] = points;
  const last = corrections.findLast(
    (correction) => correction.kind === 'start' || ('point' in correction && correction.point === start?.id),
  );
  if (last === undefined || !(last.kind === 'start' || 'point' in last)) return setup;
  const startTime = last.kind === 'no-passing' ? setup.startTime : last.time;
  return { ...setup, startTime, timedFrom: 'start-time' };
}

/** The decisions about the passings of a participant. */
export interface PassingCorrections {
  /** Epoch ms by point. */
  readonly passed: ReadonlyMap<string, number>;
  /** Until when detections do not count, by point: epoch ms; infinite for always. */
  readonly ignored: ReadonlyMap<string, number>;
}

export function passingCorrections(corrections: readonly Correction[]): PassingCorrections {
  const passed = new Map<string, number>();
  const ignored = new Map<string, number>();
  for (const correction of corrections) {
    if (correction.kind === 'passing') {
      passed.set(correction.point, correction.time);
      ignored.delete(correction.point);
    } else if (correction.kind === 'no-passing') {
      passed.delete(correction.point);
      ignored.set(correction.point, correction.until ?? Number.POSITIVE_INFINITY);
    }
  }
  return { passed, ignored };
}

/** What remains of a result: status and penalties. */
export interface OfficialDecision {
  readonly status: OfficialStatus | null;
  /** Seconds. */
  readonly penalty: number;
  readonly penaltyPoints: number;
}

/** @param asOf epoch ms: later decisions are left out */
export function officialDecision(corrections: readonly Correction[], asOf: number): OfficialDecision {
  let [status, penalty, penaltyPoints]: [OfficialStatus | null, number, number] = [null, 0, 0];
  for (const correction of corrections) {
    if (!('decidedAt' in correction) || correction.decidedAt > asOf) continue;
    if (correction.kind === 'status') status = correction.status;
    else {
      penalty += correction.seconds;
      penaltyPoints += correction.points;
    }
  }
  return { status, penalty, penaltyPoints };
}
