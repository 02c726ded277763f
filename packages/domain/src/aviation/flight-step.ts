import type { Coordinates } from '../geo/great-circle.ts';
import { greatCircleDistance } from '../geo/great-circle.ts';
import type { FlightMemory } from './flight-memory.ts';
import type { FlightProfile } from './flight-profile.ts';
import type { FlightEvent, FlightEventKind, Leg, LegMoment } from './leg.ts';

/** A fix of an aircraft. A value that was not sent is null, never 0. */
export interface FlightFix extends Coordinates {
  /** Epoch milliseconds by the device clock. */
  readonly time: number;
  /** Metres. */
  readonly altitude: number | null;
  /** Number of its kind (`ALTITUDE_KINDS`); omitted or null: above mean sea level. */
  readonly altitudeKind?: number | null;
  /** km/h over ground. */
  readonly speed: number | null;
  /** Degrees. */
  readonly course: number | null;
  /** Metres; null counts as good enough. */
  readonly accuracy: number | null;
  /** The transponder reports that the aircraft is on the ground, or that it flies; omitted or null: it does not say. */
  readonly onGround?: boolean | null;
}

export type Draft = { -readonly [Name in keyof FlightMemory]: FlightMemory[Name] };

/** One fix with what was computed from it. The draft already has its position, altitude and velocity. */
export interface FlightStep {
  readonly profile: FlightProfile;
  readonly before: FlightMemory;
  readonly draft: Draft;
  readonly fix: FlightFix;
  /** km/h: reported, or from the distance. */
  readonly speed: number;
  /** Metres from the fix before. */
  readonly distance: number;
  /** Metres above the last height on the ground; null: not known. */
  readonly height: number | null;
  readonly events: FlightEvent[];
}

/** Reports farther apart than this are sparse: a time between them is a range. */
export const SPARSE_MS = 30_000;
/** km/h below which a course over ground is noise. */
const MIN_COURSE_SPEED = 10;
const DEGREES = 180 / Math.PI;

/** Something that changed between the fix before and this one. The position is that of `place`. */
export function momentOf(step: FlightStep, place: Coordinates): LegMoment {
  const from = step.before.time;
  const to = step.fix.time;
  return {
    at: to - from > SPARSE_MS ? Math.round((from + to) / 2) : to,
    from,
    to,
    latitude: place.latitude,
    longitude: place.longitude,
    course: courseOf(step),
  };
}

/** The moment without what the detector adds to it. */
export function bareMoment({ at, from, to, latitude, longitude, course }: LegMoment): LegMoment {
  return { at, from, to, latitude, longitude, course };
}

function courseOf({ fix, draft, speed }: FlightStep): number | null {
  if (speed < MIN_COURSE_SPEED) return null;
  return fix.course ?? (Math.atan2(draft.east, draft.north) * DEGREES + 360) % 360;
}

export function isWithin(from: Coordinates, to: Coordinates, metres: number): boolean {
  return greatCircleDistance(from, to) <= metres;
}

export function addEvent({ events }: FlightStep, kind: FlightEventKind, moment: LegMoment, leg: Leg): void {
  events.push({ kind, time: moment.at, latitude: moment.latitude, longitude: moment.longitude, leg });
}
