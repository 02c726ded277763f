import { greatCircleDistance } from '../geo/great-circle.ts';
import { updateBlockTimes } from './block-times.ts';
import type { FlightProfile } from './flight-profile.ts';
import { addEvent, bareMoment, type FlightStep, isWithin, momentOf, SPARSE_MS } from './flight-step.ts';
import type { Leg, LegMoment } from './leg.ts';

/** Milliseconds for which an aircraft must stand when it is first seen, to be on the ground. */
const FIRST_STILL_MS = 10_000;
/** Metres that it may move meanwhile. */
const FIRST_STILL_RANGE = 30;
/** m/s: a faster climb or descent is no movement along the ground. */
export const LEVEL_CLIMB = 0.5;
/** Share of the take-off speed below which it is certainly rolling, if its height does not change. */
const ROLLING = 0.7;
/** Seconds over which the height on the ground follows the altitude: a path uphill, the drift of a receiver. */
const GROUND_SMOOTHING = 10;
/** Metres from the last height on the ground that still count as on the ground, if the kind allows so much. */
const MAX_GROUND_MARGIN = 10;
/** Metres of height that a run must change to be a take-off, if the kind allows so much. */
const MAX_LIFT = 15;
/** Metres from the field beyond which a fast aircraft flies. */
const FIELD_RADIUS = 5_000;
/** Metres between two sparse reports without altitudes that show more than a taxi. */
const SPARSE_DISTANCE = 500;
/** Factor of the take-off speed that proves flight if no height is known. */
const FAST = 1.3;

export function groundMargin({ proofHeight }: FlightProfile): number {
  return Math.min(MAX_GROUND_MARGIN, proofHeight / 2);
}

/** First fixes of an aircraft: on the ground once it stands, in flight once that is proven. */
export function stepUnknown(step: FlightStep): void {
  const { draft, fix, speed, profile } = step;
  if (fix.onGround === true) toGround(step, momentOf(step, fix));
  else if (fix.onGround === false) takeOff(step, null);
  else if (speed < profile.landingSpeed) {
    draft.rise = null;
    if (Math.abs(draft.climb ?? 0) > LEVEL_CLIMB) draft.slow = null;
    else if (draft.slow === null || !isWithin(draft.slow, fix, FIRST_STILL_RANGE))
      draft.slow = { ...momentOf(step, fix), altitude: fix.altitude };
    const hold = profile.hovers ? profile.holdDown : FIRST_STILL_MS;
    if (draft.slow !== null && fix.time - draft.slow.to >= hold) toGround(step, draft.slow);
  } else {
    draft.slow = null;
    if (isFlyingAlready(step)) takeOff(step, null);
  }
}

/** No height on the ground is known yet: an aircraft flies that changes its height, or is fast and goes far. */
function isFlyingAlready(step: FlightStep): boolean {
  const { draft, fix, speed, profile } = step;
  draft.rise ??= { ...momentOf(step, fix), altitude: fix.altitude };
  if (fix.time - draft.rise.to < profile.holdUp) return false;
  const { altitude } = draft.rise;
  const lift = altitude === null || fix.altitude === null ? null : Math.abs(fix.altitude - altitude);
  if (speed < profile.takeoffSpeed) return lift !== null && lift >= profile.proofHeight;
  if (lift === null) return speed >= profile.takeoffSpeed * FAST;
  return lift >= liftOf(profile) || !isWithin(draft.rise, fix, FIELD_RADIUS);
}

function toGround(step: FlightStep, since: LegMoment): void {
  const { draft, fix } = step;
  draft.state = 'ground';
  draft.slow = null;
  draft.still = bareMoment(since);
  draft.rise = null;
  if (draft.altitude !== null)
    draft.ground = { altitude: draft.altitude, latitude: fix.latitude, longitude: fix.longitude };
}

/** An aircraft on the ground: it stands, taxis, or may be taking off. */
export function stepGround(step: FlightStep): void {
  const { draft, fix, before } = step;
  updateBlockTimes(step);
  followGround(step);
  if (isOnGround(step)) {
    draft.rise = null;
    return;
  }
  // Before the change it was where the last fix is.
  draft.rise ??= { ...momentOf(step, before), altitude: fix.altitude };
  if (isReportedFlying(step) || isFlightProven(step, draft.rise)) takeOff(step, draft.rise);
}

/** The height on the ground is that of the last fix that was slow and did not climb. */
function followGround({ draft, fix, speed, profile, before }: FlightStep): void {
  const limit = draft.rise === null ? profile.takeoffSpeed * ROLLING : profile.landingSpeed;
  if (fix.altitude === null || speed >= limit) return;
  const { latitude, longitude } = fix;
  if (draft.ground === null) {
    draft.ground = { altitude: fix.altitude, latitude, longitude };
    return;
  }
  if (Math.abs(draft.climb ?? 0) > LEVEL_CLIMB && fix.onGround !== true) return;
  const seconds = (fix.time - before.time) / 1_000;
  const share = Math.min(1, seconds / GROUND_SMOOTHING);
  const altitude = draft.ground.altitude + (fix.altitude - draft.ground.altitude) * share;
  draft.ground = { altitude, latitude, longitude };
}

/** Transponders of taxiing aircraft report for seconds that they fly. */
function isReportedFlying({ fix, speed, profile }: FlightStep): boolean {
  return fix.onGround === false && (profile.hovers || speed >= profile.landingSpeed);
}

function isOnGround({ draft, fix, speed, height, profile }: FlightStep): boolean {
  if (fix.onGround === true) return true;
  // A run may become slower against the wind; it ends when the aircraft is slow again.
  const limit = draft.rise === null ? profile.takeoffSpeed : profile.landingSpeed;
  return speed < limit && Math.abs(height ?? 0) <= groundMargin(profile);
}

/**
 * Speed alone never proves flight if the height is known: a fast taxi ends where it began. A change of height, or a way out of
 * the field, proves it, once it has lasted; sparse reports need not last.
 */
function isFlightProven(step: FlightStep, rise: LegMoment): boolean {
  const { fix, speed, height, profile, draft } = step;
  const isSparse = rise.to - rise.from >= SPARSE_MS;
  const isHeld = fix.time - rise.to >= profile.holdUp;
  if (!isHeld && !isSparse) return false;
  // Receivers of people who walk uphill under trees are wrong by 30 m for a minute.
  const isAboveSpeed = profile.hovers || speed >= profile.landingSpeed;
  if (height !== null && height >= profile.proofHeight && isAboveSpeed) return true;
  if (speed < profile.takeoffSpeed) return false;
  if (height !== null && Math.abs(height) >= liftOf(profile)) return true;
  if (isHeld && !isWithin(draft.ground ?? rise, fix, FIELD_RADIUS)) return true;
  if (height !== null) return false;
  return isHeld ? speed >= profile.takeoffSpeed * FAST : !isWithin(rise, fix, SPARSE_DISTANCE);
}

function liftOf({ proofHeight }: FlightProfile): number {
  return Math.min(MAX_LIFT, proofHeight / 2);
}

/** @param takeoff null: it was flying before its first fix */
function takeOff(step: FlightStep, takeoff: LegMoment | null): void {
  const { draft, fix, speed } = step;
  const moment = takeoff ?? draft.rise ?? momentOf(step, fix);
  const leg: Leg = {
    startedAt: moment.at,
    beganBefore: takeoff === null,
    offBlock: takeoff === null ? null : draft.offBlock,
    takeoff: takeoff === null ? null : bareMoment(takeoff),
    landing: null,
    inBlock: null,
    touchAndGos: 0,
    goArounds: 0,
    distance: greatCircleDistance(moment, fix),
    maxHeight: draft.altitude,
    maxHeightKind: draft.altitude === null ? null : draft.altitudeKind,
    maxSpeed: speed,
    fixes: 1,
    lost: false,
  };
  draft.state = 'airborne';
  draft.leg = leg;
  draft.rise = null;
  draft.slow = null;
  draft.still = null;
  draft.touched = null;
  draft.offBlock = null;
  draft.level = null;
  draft.circuit = null;
  addEvent(step, takeoff === null ? 'airborne' : 'take-off', moment, leg);
}
