import { EARTH_RADIUS, greatCircleDistance } from '../geo/great-circle.ts';
import { wrapLng } from '../geo/web-mercator.ts';
import { altitudeKindOf } from './altitude-kind.ts';
import type { FlightMemory } from './flight-memory.ts';
import type { FlightProfile } from './flight-profile.ts';
import type { Draft, FlightFix } from './flight-step.ts';

const RADIANS = Math.PI / 180;
/** Seconds over which velocities are smoothed: positions of 1/1000 minute at 1 Hz make 7 km/h of noise otherwise. */
const SPEED_SMOOTHING = 4;
const CLIMB_SMOOTHING = 8;
/** Seconds from which the mean velocity between two fixes is used as it is. */
const LONG_GAP = 15;
/** km/h from which the change of place is believed more than a reported speed of 0. */
const MIN_DERIVED_SPEED = 10;
/** Metres that a good fix may be off. */
const POSITION_NOISE = 100;

/** Metres from the last fix, or null if the aircraft cannot have come so far. */
export function distanceFlown(
  memory: FlightMemory,
  fix: FlightFix,
  { maxSpeed }: FlightProfile,
): number | null {
  const distance = greatCircleDistance(memory, fix);
  const possible = (maxSpeed / 3_600) * (fix.time - memory.time) + POSITION_NOISE + (fix.accuracy ?? 0);
  return distance > possible ? null : distance;
}

/** Puts the fix into the draft: position, velocity and altitude. */
export function move(draft: Draft, fix: FlightFix, { landingSpeed }: FlightProfile): void {
  const seconds = (fix.time - draft.time) / 1_000;
  const share = shareOf(seconds, SPEED_SMOOTHING);
  const metresPerDegree = EARTH_RADIUS * RADIANS;
  const north = ((fix.latitude - draft.latitude) * metresPerDegree) / seconds;
  const east =
    (wrapLng(fix.longitude - draft.longitude) * Math.cos(fix.latitude * RADIANS) * metresPerDegree) / seconds;
  draft.north += (north - draft.north) * share;
  draft.east += (east - draft.east) * share;
  draft.speed = speedOf(draft, fix, landingSpeed);
  draft.time = fix.time;
  draft.latitude = fix.latitude;
  draft.longitude = fix.longitude;
  if (fix.altitude !== null) changeAltitude(draft, fix, fix.altitude);
}

/** Some devices always report a speed of 0. */
function speedOf(draft: Draft, fix: FlightFix, landingSpeed: number): number {
  const derived = Math.hypot(draft.east, draft.north) * 3.6;
  if (fix.speed === null) return derived;
  return fix.speed === 0 && derived > Math.max(landingSpeed, MIN_DERIVED_SPEED) ? derived : fix.speed;
}

/** Altitudes of two kinds are never compared: with another kind, all heights start again. */
function changeAltitude(draft: Draft, { time, altitudeKind }: FlightFix, altitude: number): void {
  const kind = altitudeKindOf(altitudeKind);
  if (draft.altitude === null || draft.altitudeKind !== kind) {
    draft.climb = null;
    draft.ground = null;
    draft.level = null;
    draft.circuit = null;
    if (draft.rise !== null) draft.rise = { ...draft.rise, altitude };
  } else {
    const seconds = (time - draft.altitudeAt) / 1_000;
    const climb = (altitude - draft.altitude) / seconds;
    draft.climb =
      draft.climb === null ? climb : draft.climb + (climb - draft.climb) * shareOf(seconds, CLIMB_SMOOTHING);
  }
  draft.altitude = altitude;
  draft.altitudeKind = kind;
  draft.altitudeAt = time;
}

function shareOf(seconds: number, smoothing: number): number {
  return seconds > LONG_GAP ? 1 : seconds / (seconds + smoothing);
}

/** Metres of this fix above the last height on the ground; null: not known, or of another kind. */
export function heightAboveGround(
  { ground, altitude, altitudeAt }: FlightMemory,
  time: number,
): number | null {
  return ground === null || altitude === null || altitudeAt !== time ? null : altitude - ground.altitude;
}
