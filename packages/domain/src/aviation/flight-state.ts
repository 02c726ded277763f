import type { Leg } from './leg.ts';

export const FLIGHT_PLAN_STATES = [
  'planned',
  'off-block',
  'flying',
  'landed',
  'overdue',
  'cancelled',
] as const;
export type FlightPlanState = (typeof FLIGHT_PLAN_STATES)[number];

/** Why a flight is overdue. */
export type OverdueReason = 'off-block' | 'arrival' | 'silence';

export interface FlightPlanStatus {
  readonly state: FlightPlanState;
  /** Null unless overdue. */
  readonly reason: OverdueReason | null;
  /** `red` is the uncertainty phase (INCERFA): 30 minutes after the estimated arrival. */
  readonly level: 'yellow' | 'red' | null;
}

export interface FlightPlanTimes {
  readonly isCancelled: boolean;
  /** Epoch milliseconds: planned off-block time (EOBT), and estimated arrival; null: none was given. */
  readonly plannedOffBlock: number;
  readonly estimatedArrival: number | null;
}

/** What was seen of the aircraft, epoch milliseconds. */
export interface FlightProgress {
  /** It moves, but has not taken off. */
  readonly isOffBlock: boolean;
  /** The leg that matches the flight. */
  readonly leg: Pick<Leg, 'landing' | 'lost'> | null;
  /** Time of the last report; null: none yet. */
  readonly lastReport: number | null;
  /** Milliseconds between two reports; null: not known. */
  readonly reportInterval: number | null;
}

const MINUTE_MS = 60_000;
/** After the planned off-block time. */
const LATE_OFF_BLOCK_MS = 30 * MINUTE_MS;
/** After the estimated arrival. */
const LATE_ARRIVAL_MS = 15 * MINUTE_MS;
const UNCERTAINTY_MS = 30 * MINUTE_MS;
/** Reports that must be missing in flight. */
const MISSED_REPORTS = 3;

/** The state of a planned flight at a moment. The more urgent of two reasons counts. */
export function flightPlanStatus(
  times: FlightPlanTimes,
  { isOffBlock, leg, lastReport, reportInterval }: FlightProgress,
  now: number,
): FlightPlanStatus {
  if (times.isCancelled) return status('cancelled');
  if (leg?.landing) return status('landed');
  if (leg === null) {
    if (isOffBlock) return status('off-block');
    const isLate = now >= times.plannedOffBlock + LATE_OFF_BLOCK_MS;
    return isLate ? { state: 'overdue', reason: 'off-block', level: 'yellow' } : status('planned');
  }
  const late = times.estimatedArrival === null ? Number.NEGATIVE_INFINITY : now - times.estimatedArrival;
  if (late >= UNCERTAINTY_MS) return { state: 'overdue', reason: 'arrival', level: 'red' };
  if (late >= LATE_ARRIVAL_MS) return { state: 'overdue', reason: 'arrival', level: 'yellow' };
  const isSilent =
    lastReport !== null && reportInterval !== null && now - lastReport > MISSED_REPORTS * reportInterval;
  return isSilent || leg.lost ? { state: 'overdue', reason: 'silence', level: 'yellow' } : status('flying');
}

function status(state: FlightPlanState): FlightPlanStatus {
  return { state, reason: null, level: null };
}
