import type { FlightPhase } from './flight-memory.ts';
import type { PlaneMemory } from './plane-memory.ts';
import { silentAfter } from './report-times.ts';

/** What an aircraft does, as screens show it. Times are epoch milliseconds by the device clock. */
export interface FlightStatus {
  readonly phase: FlightPhase;
  /** Smoothed rate of climb, m/s; null: not known yet. */
  readonly climb: number | null;
  /** Of the open leg, or of the last one until it is in block; null: there is none, or its take-off was not seen. */
  readonly takeoff: number | null;
  readonly landing: number | null;
  /** By the server clock: when it is silent if it sends no position until then; null: it does not fly. */
  readonly silentAt: number | null;
}

/** Milliseconds without a fix after which it is not known what an aircraft in flight does. */
const UNKNOWN_MS = 5 * 60_000;

const PHASES_IN_FLIGHT: ReadonlySet<FlightPhase> = new Set([
  'take-off',
  'climb',
  'cruise',
  'descent',
  'approach',
]);

export function flightStatusOf({ flight, reports }: PlaneMemory): FlightStatus {
  const { phase, climb, leg, state } = flight;
  const isJudged = state === 'airborne' && reports !== null;
  return {
    phase,
    climb: climb === null ? null : Math.round(climb * 10) / 10,
    takeoff: leg?.takeoff?.at ?? null,
    landing: leg?.landing?.at ?? null,
    silentAt: isJudged ? reports.receivedAt + silentAfter(reports) : null,
  };
}

/**
 * The phase at a moment without a fix: an aircraft in flight that does not report may do anything.
 *
 * @param fixTime of the last fix, epoch milliseconds
 * @param now epoch milliseconds
 */
export function phaseAt(phase: FlightPhase, fixTime: number, now: number): FlightPhase {
  return PHASES_IN_FLIGHT.has(phase) && now - fixTime > UNKNOWN_MS ? 'unknown' : phase;
}
