import type { AltitudeKind } from './altitude-kind.ts';
import type { Leg, LegMoment } from './leg.ts';

/** Numbers of stored memory never change. */
export const FLIGHT_STATES = { unknown: 0, ground: 1, airborne: 2 } as const;
export type FlightState = keyof typeof FLIGHT_STATES;

/** What an aircraft does. Numbers of stored memory never change. */
export const FLIGHT_PHASES = {
  unknown: 0,
  parked: 1,
  taxi: 2,
  'take-off': 3,
  climb: 4,
  cruise: 5,
  descent: 6,
  approach: 7,
  landed: 8,
} as const;
export type FlightPhase = keyof typeof FLIGHT_PHASES;

/** A moment with the altitude there, metres. */
export interface MomentAtAltitude extends LegMoment {
  /** Null: not known. */
  readonly altitude: number | null;
}

/** The last height on the ground: metres, of the kind of altitude that the aircraft reports now. */
export interface GroundHeight {
  readonly altitude: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A descent to near the field that becomes a landing, a touch-and-go or a go-around. */
export interface Circuit {
  /** Lowest height above the field, metres; null: it has not come down yet. */
  readonly lowest: number | null;
  readonly lowestAt: number;
  readonly touched: boolean;
}

/** What the detector keeps of an aircraft from one fix to the next. Plain data of bounded size. */
export interface FlightMemory {
  readonly state: FlightState;
  /** The last fix that was used: epoch milliseconds by the device clock, degrees. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The last known altitude in metres, with its kind and time; null: none of this kind yet. */
  readonly altitude: number | null;
  readonly altitudeKind: AltitudeKind;
  readonly altitudeAt: number;
  /** km/h of the last fix; null: it is not known yet. */
  readonly speed: number | null;
  /** Smoothed velocity, m/s; `climb` is null without two altitudes of one kind. */
  readonly east: number;
  readonly north: number;
  readonly climb: number | null;
  /** Fixes in a row that were left out because the aircraft cannot have come there. */
  readonly jumps: number;
  readonly ground: GroundHeight | null;
  /** First fix of what may be a take-off; its position is the last one on the ground. */
  readonly rise: MomentAtAltitude | null;
  /** Since when the altitude has been constant. */
  readonly level: MomentAtAltitude | null;
  /** Since when it has been slow. */
  readonly slow: MomentAtAltitude | null;
  /** Since when the transponder reports that it is on the ground. */
  readonly touched: LegMoment | null;
  /** Since when it has stood. */
  readonly still: LegMoment | null;
  /** First movement of the taxi; null: it stands, or has landed and is not in block yet. */
  readonly offBlock: LegMoment | null;
  readonly circuit: Circuit | null;
  readonly phase: FlightPhase;
  /** Another phase that has not lasted long enough to count, and since when. */
  readonly nextPhase: FlightPhase;
  readonly nextPhaseAt: number;
  /** The open leg, or the last one until it is in block. */
  readonly leg: Leg | null;
}
