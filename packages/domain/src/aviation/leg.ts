import type { AltitudeKind } from './altitude-kind.ts';

/** When and where a leg began or ended. Times are epoch milliseconds by the device clock. */
export interface LegMoment {
  /** The time to display: that of the first fix after the change, or the middle of the range if reports are sparse. */
  readonly at: number;
  /** The last fix before the change, and the first one after it: it happened between them. */
  readonly from: number;
  readonly to: number;
  /** Degrees: of the fix on the ground, which is the one before a take-off and the one after a landing. */
  readonly latitude: number;
  readonly longitude: number;
  /** Course over ground, degrees; null: not known, or too slow to have one. */
  readonly course: number | null;
}

/** One take-off to its landing, found from positions. Plain data, stored as JSON. */
export interface Leg {
  /** Epoch milliseconds: of the take-off, or of the first fix of an aircraft that was already flying. Identifies the leg. */
  readonly startedAt: number;
  /** It was already flying when its first fix came: there is no take-off. */
  readonly beganBefore: boolean;
  /** First movement from the stand. Null: it was not seen, or it took off from where it stood. */
  readonly offBlock: LegMoment | null;
  readonly takeoff: LegMoment | null;
  /** Null: still flying, or `lost`. */
  readonly landing: LegMoment | null;
  /** Where it stopped for good. Null until it has stood for five minutes. */
  readonly inBlock: LegMoment | null;
  readonly touchAndGos: number;
  readonly goArounds: number;
  /** Metres flown, from fix to fix. */
  readonly distance: number;
  /** Metres, of the kind of its first altitude: heights of another kind are left out. */
  readonly maxHeight: number | null;
  readonly maxHeightKind: AltitudeKind | null;
  /** km/h over ground. */
  readonly maxSpeed: number | null;
  /** Fixes in flight. */
  readonly fixes: number;
  /** It was closed because no fix came for a day. */
  readonly lost: boolean;
}

/** Where a leg began or ended: an airport, or a landing place of the account. The name stays when that is deleted. */
export interface LegField {
  readonly ident: string | null;
  readonly landingPlaceId: number | null;
  readonly name: string;
  /** The reports were too sparse to see the aircraft there. */
  readonly isUncertain: boolean;
  /** As painted: `09L`; null: not known. */
  readonly runway: string | null;
}

/** The times of a leg that an editor can correct. */
export const LEG_TIMES = ['offBlock', 'takeoff', 'landing', 'inBlock'] as const;
export type LegTime = (typeof LEG_TIMES)[number];

/** Corrected times, epoch milliseconds, and the login of the last editor. */
export type LegCorrection = Readonly<Partial<Record<LegTime, number>>> & { readonly by: string };

export const FLIGHT_EVENT_KINDS = [
  'take-off',
  /** First seen in flight, without a take-off. */
  'airborne',
  'touch-and-go',
  'go-around',
  'landing',
  'in-block',
  /** Closed without a landing. */
  'lost',
] as const;
export type FlightEventKind = (typeof FLIGHT_EVENT_KINDS)[number];

/** What happened to an aircraft, with its leg as it is then. */
export interface FlightEvent {
  readonly kind: FlightEventKind;
  /** Epoch milliseconds by the device clock: when it happened, which is before the fix that proved it. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly leg: Leg;
}
