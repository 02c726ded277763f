import type { AircraftKind } from './aircraft-kind.ts';

/** The limits of an aircraft that a user may change. */
export interface FlightLimits {
  /** km/h over ground, from which an aircraft may be taking off. */
  readonly takeoffSpeed: number;
  /** km/h over ground, below which it may have landed: less than the take-off speed. */
  readonly landingSpeed: number;
  /** Metres above the last height on the ground that prove flight at any speed. */
  readonly proofHeight: number;
  /** Milliseconds for which it must be in flight, or down, to count. Two reports do as well if they are farther apart. */
  readonly holdUp: number;
  readonly holdDown: number;
}

/** How take-off and landing of an aircraft are found. */
export interface FlightProfile extends FlightLimits {
  /** It can stand in the air, so a low speed does not show that it is on the ground. */
  readonly hovers: boolean;
  /** It practises circuits: touch-and-gos and go-arounds are counted. */
  readonly fliesCircuits: boolean;
  /** km/h over ground that it never exceeds, also with the wind: a faster change of place is a wrong fix. */
  readonly maxSpeed: number;
}

const SECOND_MS = 1_000;

/**
 * By kind. Speeds, heights and holds lie between those of XCSoar (take-off after 10 s above the take-off speed, landing at half
 * of it) and what slow aircraft need: a limit of 40 km/h misses paragliders.
 */
export const FLIGHT_PROFILES: Readonly<Record<AircraftKind, FlightProfile>> = {
  airliner: profile(200, 100, 150, 10, 60, { fliesCircuits: true, maxSpeed: 1_500 }),
  light: profile(90, 45, 60, 10, 60, { fliesCircuits: true, maxSpeed: 1_000 }),
  ultralight: profile(60, 30, 60, 10, 60, { fliesCircuits: true, maxSpeed: 500 }),
  glider: profile(60, 30, 60, 10, 60, { maxSpeed: 500 }),
  helicopter: profile(40, 15, 20, 10, 60, { hovers: true, maxSpeed: 500 }),
  gyroplane: profile(40, 15, 20, 10, 60, { fliesCircuits: true, maxSpeed: 400 }),
  paraglider: profile(20, 8, 30, 20, 120, { maxSpeed: 200 }),
  balloon: profile(20, 8, 30, 20, 120, { hovers: true, maxSpeed: 300 }),
  drone: profile(10, 3, 5, 5, 20, { hovers: true, maxSpeed: 500 }),
};

function profile(
  takeoffSpeed: number,
  landingSpeed: number,
  proofHeight: number,
  holdUpSeconds: number,
  holdDownSeconds: number,
  { hovers = false, fliesCircuits = false, maxSpeed }: Partial<FlightProfile> & { readonly maxSpeed: number },
): FlightProfile {
  const holdUp = holdUpSeconds * SECOND_MS;
  const holdDown = holdDownSeconds * SECOND_MS;
  return { takeoffSpeed, landingSpeed, proofHeight, holdUp, holdDown, hovers, fliesCircuits, maxSpeed };
}

/** What a limit of a plane may be set to, limits included; the units are those of `FlightLimits`. */
export const FLIGHT_LIMIT_BOUNDS: Readonly<
  Record<keyof FlightLimits, { readonly min: number; readonly max: number }>
> = {
  takeoffSpeed: { min: 5, max: 400 },
  landingSpeed: { min: 2, max: 300 },
  proofHeight: { min: 3, max: 500 },
  holdUp: { min: SECOND_MS, max: 120 * SECOND_MS },
  holdDown: { min: 5 * SECOND_MS, max: 900 * SECOND_MS },
};

const LIMIT_NAMES = Object.keys(FLIGHT_LIMIT_BOUNDS) as (keyof FlightLimits)[];

/** `landing-not-below-takeoff`: the landing speed must be less than the take-off speed, also if only one of them is set. */
export type FlightLimitError = keyof FlightLimits | 'landing-not-below-takeoff';

/**
 * The profile of a plane: that of its kind with the limits that were set for the plane.
 *
 * @returns the name of the first limit that is not a number within its bounds, or the profile
 */
export function flightProfile(
  kind: AircraftKind,
  limits: Partial<FlightLimits> = {},
): FlightProfile | FlightLimitError {
  for (const name of LIMIT_NAMES) {
    const value = limits[name];
    const { min, max } = FLIGHT_LIMIT_BOUNDS[name];
    // NaN is in no range.
    if (value !== undefined && !(value >= min && value <= max)) return name;
  }
  const merged: FlightProfile = { ...FLIGHT_PROFILES[kind], ...limits };
  return merged.landingSpeed < merged.takeoffSpeed ? merged : 'landing-not-below-takeoff';
}
