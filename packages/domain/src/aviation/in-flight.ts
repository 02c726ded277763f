import { updateCircuit } from './circuits.ts';
import type { MomentAtAltitude } from './flight-memory.ts';
import { addEvent, bareMoment, type FlightStep, isWithin, momentOf, SPARSE_MS } from './flight-step.ts';
import type { Leg, LegMoment } from './leg.ts';

/** Metres of altitude within which an aircraft does not climb or descend: the noise of receivers. */
const LEVEL_RANGE = 8;
/** m/s: a slow aircraft whose altitude changes less stands, and its receiver drifts. */
const DRIFT_RATE = 0.3;
/** Seconds over which a constant altitude follows that drift. */
const DRIFT_SMOOTHING = 10;
/** Metres of place and altitude within which a landed aircraft stands: receivers are worse for height than for place. */
const STAND_RANGE = 50;
const STAND_HEIGHT = 30;
/** Factor of the landing speed up to which a slow aircraft stays slow. */
const STAYS_SLOW = 1.3;
/** Milliseconds before it is slow in which it may have touched down and rolled. */
const MAX_ROLL_MS = 60_000;
/** Milliseconds, and metres, for which an aircraft stands that may stand in the air, too. */
const HOVER_HOLD_MS = 5 * 60_000;
const HOVER_RANGE = 100;
/** Metres from the place of the last height on the ground within which that height is that of the ground. */
const SAME_GROUND = 2_000;

/** An aircraft in flight. It lands when it is slow at a constant altitude for the hold, or the transponder reports it. */
export function stepAirborne(step: FlightStep): void {
  const { draft, profile } = step;
  if (draft.leg !== null) draft.leg = addFix(step, draft.leg);
  updateLevel(step);
  updateSlow(step);
  if (profile.fliesCircuits) updateCircuit(step);
  const touchdown = updateTransponder(step) ?? findLanding(step);
  if (touchdown !== null) land(step, touchdown);
}

function addFix({ draft, fix, speed, distance }: FlightStep, leg: Leg): Leg {
  const { altitude, altitudeKind } = draft;
  const isCounted =
    fix.altitude !== null && altitude !== null && (leg.maxHeightKind ?? altitudeKind) === altitudeKind;
  return {
    ...leg,
    distance: leg.distance + distance,
    maxHeight: isCounted ? Math.max(leg.maxHeight ?? altitude, altitude) : leg.maxHeight,
    maxHeightKind: isCounted ? altitudeKind : leg.maxHeightKind,
    maxSpeed: Math.max(leg.maxSpeed ?? 0, speed),
    fixes: leg.fixes + 1,
  };
}

function updateLevel(step: FlightStep): void {
  const { draft, fix, before } = step;
  if (fix.altitude === null) return;
  const { level } = draft;
  if (level === null || level.altitude === null || Math.abs(fix.altitude - level.altitude) > LEVEL_RANGE)
    draft.level = { ...momentOf(step, fix), altitude: fix.altitude };
  else if (draft.slow !== null && Math.abs(draft.climb ?? 0) <= DRIFT_RATE) {
    const share = Math.min(1, (fix.time - before.time) / 1_000 / DRIFT_SMOOTHING);
    draft.level = { ...level, altitude: level.altitude + (fix.altitude - level.altitude) * share };
  }
}

function updateSlow(step: FlightStep): void {
  const { draft, fix, speed, profile } = step;
  const limit = draft.slow === null ? profile.landingSpeed : profile.landingSpeed * STAYS_SLOW;
  if (speed >= limit || fix.onGround === false) draft.slow = null;
  else draft.slow ??= { ...momentOf(step, fix), altitude: fix.altitude };
}

/** The touch-down by the transponder, once it is slow or down for the hold; a shorter one is a touch-and-go. */
function updateTransponder(step: FlightStep): LegMoment | null {
  const { draft, fix, speed, profile, before } = step;
  if (fix.onGround === true) {
    draft.touched ??= momentOf(step, fix);
    const isDown = speed < profile.landingSpeed || fix.time - draft.touched.to >= profile.holdDown;
    return isDown ? draft.touched : null;
  }
  if (fix.onGround === false && draft.touched !== null) {
    // A single fix among many on the ground is an error of the transponder.
    const { from, to } = draft.touched;
    if (draft.leg !== null && (before.time > to || to - from > SPARSE_MS)) {
      draft.leg = { ...draft.leg, touchAndGos: draft.leg.touchAndGos + 1 };
      addEvent(step, 'touch-and-go', draft.touched, draft.leg);
    }
    draft.touched = null;
    draft.circuit = null;
  }
  return null;
}

function findLanding(step: FlightStep): LegMoment | null {
  const { draft, fix, profile } = step;
  const { slow, level } = draft;
  if (slow === null) return null;
  const since = level !== null && level.to > slow.to ? level : slow;
  const ground = groundBelow(step);
  if (
    ground === 'above' &&
    profile.hovers &&
    draft.ground !== null &&
    isWithin(draft.ground, fix, SAME_GROUND)
  )
    return null;
  const isCertain = ground === 'level' || (ground === 'unknown' && !profile.hovers);
  if (fix.time - since.to < (isCertain ? profile.holdDown : Math.max(HOVER_HOLD_MS, profile.holdDown)))
    return null;
  if (!isCertain && !isWithin(since, fix, HOVER_RANGE)) {
    // It drifts: a stand begins here at the earliest.
    draft.slow = { ...momentOf(step, fix), altitude: fix.altitude };
    return null;
  }
  return touchdownOf(step, slow);
}

/**
 * What the height says about a slow aircraft at a constant altitude. The ground below it is known only near the place of the
 * last one; elsewhere a height clearly above that place may be a mountain, or a glider that stands against the wind.
 */
function groundBelow({ draft, fix, height, profile }: FlightStep): 'level' | 'above' | 'unknown' {
  if (height === null || draft.ground === null) return 'unknown';
  if (height > profile.proofHeight) return 'above';
  return !profile.hovers || isWithin(draft.ground, fix, SAME_GROUND) ? 'level' : 'unknown';
}

/**
 * An aircraft that is slow now touched down when its altitude became constant, and rolled since; or when it became slow, if it
 * has not moved since and only its receiver drifted.
 */
function touchdownOf({ draft: { level }, fix }: FlightStep, slow: MomentAtAltitude): LegMoment {
  if (level === null) return slow;
  if (level.to <= slow.to) return slow.from - level.to > MAX_ROLL_MS ? slow : level;
  const drift = slow.altitude === null || fix.altitude === null ? 0 : fix.altitude - slow.altitude;
  return Math.abs(drift) <= STAND_HEIGHT && isWithin(slow, fix, STAND_RANGE) ? slow : level;
}

function land(step: FlightStep, touchdown: LegMoment): void {
  const { draft, fix } = step;
  const landing = bareMoment(touchdown);
  if (draft.leg !== null) {
    draft.leg = { ...draft.leg, landing };
    addEvent(step, 'landing', landing, draft.leg);
  }
  draft.state = 'ground';
  draft.still = draft.slow !== null && draft.slow.to > landing.to ? bareMoment(draft.slow) : landing;
  draft.ground =
    draft.altitude === null
      ? null
      : { altitude: draft.altitude, latitude: fix.latitude, longitude: fix.longitude };
  draft.slow = null;
  draft.level = null;
  draft.touched = null;
  draft.circuit = null;
  draft.rise = null;
  draft.offBlock = null;
}
