import { altitudeKindOf } from './altitude-kind.ts';
import type { FlightMemory } from './flight-memory.ts';
import { distanceFlown, heightAboveGround, move } from './flight-motion.ts';
import { updatePhase } from './flight-phase.ts';
import type { FlightProfile } from './flight-profile.ts';
import type { Draft, FlightFix, FlightStep } from './flight-step.ts';
import { stepAirborne } from './in-flight.ts';
import type { FlightEvent, Leg } from './leg.ts';
import { stepGround, stepUnknown } from './on-ground.ts';

/** Metres: a less accurate fix shows neither height nor speed. */
const MAX_ACCURACY = 200;
/** Wrong fixes in a row after which the aircraft really is there. */
const MAX_JUMPS = 3;
/** Milliseconds after which a leg without fixes is closed. */
const LOST_MS = 24 * 3_600_000;
/** Milliseconds between two fixes that are a gap. */
const GAP_MS = 10 * 60_000;

export interface FlightOutcome {
  /** Null: no fix yet. The same object as before: the fix was left out. */
  readonly memory: FlightMemory | null;
  /** Oldest first. */
  readonly events: readonly FlightEvent[];
}

const NO_EVENTS: readonly FlightEvent[] = [];

/**
 * Finds take-offs and landings: one step of a state machine per fix, without a clock, so the positions of a day give the same
 * legs whenever they are read. Cost and memory are constant.
 *
 * Left out are fixes that are older than the last one, that are less accurate than 200 m, and to which the aircraft cannot have
 * flown. The caller leaves out fixes that are not valid or whose clock is in the future (`validateReport`).
 *
 * @param memory what the last call returned; null: there is none
 */
export function applyFlight(
  profile: FlightProfile,
  memory: FlightMemory | null,
  fix: FlightFix,
): FlightOutcome {
  if ((fix.accuracy ?? 0) > MAX_ACCURACY || !isUsable(fix)) return { memory, events: NO_EVENTS };
  if (memory === null) return { memory: startFlight(fix), events: NO_EVENTS };
  if (fix.time <= memory.time) return { memory, events: NO_EVENTS };
  const expired = expireFlight(memory, fix.time);
  if (expired.events.length > 0) return { memory: startFlight(fix), events: expired.events };

  const distance = distanceFlown(memory, fix, profile);
  if (distance === null) {
    const jumps = memory.jumps + 1;
    if (jumps < MAX_JUMPS) return { memory: { ...memory, jumps }, events: NO_EVENTS };
    return { memory: continueElsewhere(memory, fix), events: NO_EVENTS };
  }
  const draft: Draft = { ...memory, jumps: 0 };
  // A run, or an approach, does not go on after a gap; an aircraft that is slow before and after it stood.
  if (fix.time - memory.time > GAP_MS) {
    draft.rise = null;
    draft.circuit = null;
  }
  move(draft, fix, profile);
  const events: FlightEvent[] = [];
  const height = fix.altitude === null ? null : heightAboveGround(draft, fix.time);
  const speed = draft.speed ?? 0;
  const step: FlightStep = { profile, before: memory, draft, fix, speed, distance, height, events };
  if (draft.state === 'airborne') stepAirborne(step);
  else if (draft.state === 'ground') stepGround(step);
  else stepUnknown(step);
  updatePhase(step);
  return { memory: draft, events };
}

/** Closes the leg of an aircraft that has not reported for a day. Nothing changes before. */
export function expireFlight(
  memory: FlightMemory,
  now: number,
): { readonly memory: FlightMemory; readonly events: readonly FlightEvent[] } {
  const { leg, state, time, latitude, longitude } = memory;
  if (state !== 'airborne' || leg === null || now - time < LOST_MS) return { memory, events: NO_EVENTS };
  const closed: Leg = { ...leg, lost: true };
  return {
    memory: { ...startFlight({ ...memory, course: null, accuracy: null }), time },
    events: [{ kind: 'lost', time, latitude, longitude, leg: closed }],
  };
}

function isUsable({ time, latitude, longitude }: FlightFix): boolean {
  return Number.isFinite(time) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function startFlight({ time, latitude, longitude, altitude, altitudeKind, speed }: FlightFix): FlightMemory {
  return {
    state: 'unknown',
    time,
    latitude,
    longitude,
    altitude,
    altitudeKind: altitudeKindOf(altitudeKind),
    altitudeAt: time,
    speed,
    east: 0,
    north: 0,
    climb: null,
    jumps: 0,
    ground: null,
    rise: null,
    level: null,
    slow: null,
    touched: null,
    still: null,
    offBlock: null,
    circuit: null,
    phase: 'unknown',
    nextPhase: 'unknown',
    nextPhaseAt: time,
    leg: null,
  };
}

/** After several fixes elsewhere: it was sent there, or the first ones were wrong. Only a flight goes on. */
function continueElsewhere(memory: FlightMemory, fix: FlightFix): FlightMemory {
  const { state, leg, phase } = memory;
  const start = startFlight(fix);
  return state === 'airborne' ? { ...start, state, leg, phase, nextPhase: phase } : start;
}
