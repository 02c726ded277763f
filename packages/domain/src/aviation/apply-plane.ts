import type { TrackerEvent } from '../events/tracker-event.ts';
import type { LocatedReport, ReportOutcome } from '../tracker-state/apply-report.ts';
import type { StateStep } from '../tracker-state/connection.ts';
import type { TrackerState } from '../tracker-state/tracker-state.ts';
import { applyFlight, expireFlight } from './apply-flight.ts';
import type { FlightMemory } from './flight-memory.ts';
import type { FlightProfile } from './flight-profile.ts';
import type { FlightFix } from './flight-step.ts';
import type { FlightEvent, Leg } from './leg.ts';
import type { PlaneMemory } from './plane-memory.ts';
import { addReceipt, type ReportTimes } from './report-times.ts';

/** A plane that carries a tracker. */
export interface Plane {
  readonly planeId: number;
  readonly profile: FlightProfile;
}

/** A leg of a plane as it is now. */
export interface PlaneLeg {
  readonly planeId: number;
  readonly leg: Leg;
  /** Epoch milliseconds: of the landing, or of the last fix of a lost one; null: it flies. */
  readonly endedAt: number | null;
}

const NO_LEGS: readonly PlaneLeg[] = [];

/**
 * Finds take-offs and landings in a report that was applied to the state of a tracker. Reports that are late, rejected or without
 * a valid fix change nothing. When a tracker is taken off a plane in flight, the leg is lost.
 *
 * @param before the state before that report.
 * @param plane the plane that carries the tracker; null: none.
 */
export function applyPlane(
  before: TrackerState,
  outcome: ReportOutcome,
  plane: Plane | null,
): { readonly outcome: ReportOutcome; readonly legs: readonly PlaneLeg[] } {
  const known = outcome.state.memory.plane;
  const left = known === undefined || known.planeId === plane?.planeId ? NO_LEGS : lostLegs(known);
  const isSame = known !== undefined && known.planeId === plane?.planeId;
  const { position, state } = outcome;
  const isNew = position !== null && state.position !== before.position;
  if (plane === null || !isNew) {
    if (known === undefined || isSame) return { outcome, legs: NO_LEGS };
    return { outcome: { ...outcome, state: withPlane(state, null) }, legs: left };
  }
  const flown = applyFlight(plane.profile, isSame ? known.flight : null, flightFixOf(position));
  const reports = isSame ? known.reports : null;
  const memory =
    flown.memory === null
      ? null
      : {
          planeId: plane.planeId,
          flight: flown.memory,
          reports: nextReports(reports, flown.memory, state.lastSeenAt),
        };
  const next = { ...outcome, state: withPlane(state, memory) };
  if (flown.events.length === 0) return { outcome: next, legs: left };
  const events = flown.events.flatMap(trackerEventsOf);
  const legs = [...left, ...flown.events.map((event) => planeLegOf(plane.planeId, event))];
  if (events.length === 0) return { outcome: next, legs };
  const all = [...outcome.events, ...events].sort((a, b) => a.time - b.time);
  return { outcome: { ...next, events: all }, legs };
}

/** Parked planes report rarely, which says nothing about the next flight. */
function nextReports(
  before: ReportTimes | null,
  { state, offBlock }: FlightMemory,
  receivedAt: number | null,
): ReportTimes | null {
  if (receivedAt === null || (state === 'ground' && offBlock === null)) return null;
  return addReceipt(before, receivedAt);
}

/**
 * Closes the leg of a plane that has not reported for a day; null if nothing changes.
 *
 * @param now epoch milliseconds by the server clock.
 */
export function expirePlane(
  state: TrackerState,
  now: number,
): (StateStep & { readonly legs: readonly PlaneLeg[] }) | null {
  const { plane } = state.memory;
  if (plane === undefined) return null;
  const { planeId } = plane;
  const { memory, events } = expireFlight(plane.flight, now);
  if (events.length === 0) return null;
  const legs = events.map((event) => planeLegOf(planeId, event));
  return { state: withPlane(state, { planeId, flight: memory, reports: null }), events: [], legs };
}

/** A fix of a report as the detector takes it. Transponders report `onGround` as an attribute. */
export function flightFixOf({ time, fix, attributes: { onGround } }: LocatedReport): FlightFix {
  const { latitude, longitude, altitude, altitudeKind, speed, course, accuracy } = fix;
  return {
    time,
    latitude,
    longitude,
    altitude,
    altitudeKind: altitudeKind ?? null,
    speed,
    course,
    accuracy,
    onGround: typeof onGround === 'boolean' ? onGround : null,
  };
}

export function planeLegOf(planeId: number, { kind, time, leg }: FlightEvent): PlaneLeg {
  return { planeId, leg, endedAt: leg.landing?.at ?? (kind === 'lost' ? time : null) };
}

/** The leg that an aircraft is in, as one that nobody saw end. */
export function lostLegs({ planeId, flight: { state, leg, time } }: PlaneMemory): readonly PlaneLeg[] {
  if (state !== 'airborne' || leg === null) return NO_LEGS;
  return [{ planeId, leg: { ...leg, lost: true }, endedAt: time }];
}

/** What the history of the tracker has of it. */
export function trackerEventsOf({ kind, time, latitude, longitude, leg }: FlightEvent): TrackerEvent[] {
  const moment = { time, latitude, longitude };
  switch (kind) {
    case 'take-off':
    case 'touch-and-go':
      return [{ ...moment, kind }];
    case 'landing':
      return [{ ...moment, kind, since: leg.startedAt, metres: Math.round(leg.distance) }];
    default:
      return [];
  }
}

/** The state with what it keeps of a plane; null: none carries the tracker. */
export function withPlane(state: TrackerState, plane: PlaneMemory | null): TrackerState {
  if (plane !== null) return { ...state, memory: { ...state.memory, plane } };
  const { plane: _, ...memory } = state.memory;
  return { ...state, memory };
}
