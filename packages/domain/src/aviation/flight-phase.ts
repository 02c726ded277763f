import { greatCircleDistance } from '../geo/great-circle.ts';
import type { FlightMemory, FlightPhase } from './flight-memory.ts';
import type { FlightStep } from './flight-step.ts';

/** m/s beyond which an aircraft climbs or descends. */
const CLIMB_RATE = 1.5;
/** Milliseconds for which another phase of the flight must last to count. */
const HYSTERESIS_MS = 30_000;
/** The take-off lasts for a minute at most, up to this height in metres. */
const TAKEOFF_MS = 60_000;
const TAKEOFF_HEIGHT = 150;
/** Metres: a descent near the field and low above it is an approach. */
const APPROACH_DISTANCE = 10_000;
const APPROACH_HEIGHT = 600;

/** Changes the phase. What the states decide counts at once; climb, cruise and descent must last. */
export function updatePhase(step: FlightStep): void {
  const { draft, fix } = step;
  const seen = phaseOf(step);
  const isInFlight = draft.state === 'airborne' && step.before.state === 'airborne';
  if (!isInFlight || seen === draft.phase || draft.phase === 'take-off') {
    draft.phase = seen;
    draft.nextPhase = seen;
    draft.nextPhaseAt = fix.time;
  } else if (draft.nextPhase !== seen) {
    draft.nextPhase = seen;
    draft.nextPhaseAt = fix.time;
  } else if (fix.time - draft.nextPhaseAt >= HYSTERESIS_MS) draft.phase = seen;
}

function phaseOf(step: FlightStep): FlightPhase {
  const { draft, fix, height } = step;
  if (draft.state === 'unknown') return 'unknown';
  if (draft.state === 'ground') return groundPhase(draft);
  const takeoff = draft.leg?.takeoff;
  if (takeoff && fix.time - takeoff.to < TAKEOFF_MS && (height ?? 0) < TAKEOFF_HEIGHT) return 'take-off';
  const climb = draft.climb ?? 0;
  if (climb > CLIMB_RATE) return 'climb';
  if (climb >= -CLIMB_RATE) return 'cruise';
  return isNearField(step) ? 'approach' : 'descent';
}

function groundPhase({ leg, offBlock }: FlightMemory): FlightPhase {
  if (leg !== null) return 'landed';
  return offBlock === null ? 'parked' : 'taxi';
}

function isNearField({ draft, fix, height }: FlightStep): boolean {
  if (draft.ground === null || height === null || height > APPROACH_HEIGHT) return false;
  return greatCircleDistance(draft.ground, fix) <= APPROACH_DISTANCE;
}
