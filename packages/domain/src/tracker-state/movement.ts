import { greatCircleDistance } from '../geo/great-circle.ts';
import type { Fix } from '../reports/report.ts';
import type { TrackerMemory } from './tracker-state.ts';

/**
 * km/h from which a stationary tracker may count as moving, unless the account sets another speed. Stationary receivers
 * report up to 3 or 4.
 */
export const START_SPEED = 5;
/** km/h below which a moving tracker may count as stationary, if it starts at `START_SPEED`. */
const STOP_SPEED = 2;
/** km/h below which a moving tracker may count as stationary: in proportion to the speed at which it starts moving. */
export function stopSpeedOf(startSpeed: number): number {
  return (startSpeed * STOP_SPEED) / START_SPEED;
}

/** Metres by which the position of a stationary tracker wanders under an open sky. */
export const JITTER_METRES = 25;
/** Metres from the anchor that count as movement at any speed: pedestrians are too slow for `START_SPEED`. */
export const DEPARTURE_METRES = 100;
/** Milliseconds of slowness after which a moving tracker is stationary: longer than a stop sign, shorter than a visit. */
export const STOP_AFTER = 60_000;
/** km/h: a segment that is faster is a receiver error and does not count. */
export const MAX_PLAUSIBLE_SPEED = 2_000;

export type Movement = Pick<TrackerMemory, 'moving' | 'anchor' | 'slowSince'>;

export interface MovementStep {
  readonly movement: Movement;
  /** Metres to add to the distance travelled. */
  readonly travelled: number;
  /** The fix is so far away that it is a receiver error: nothing changes. */
  readonly isJump: boolean;
}

/**
 * Updates movement and distance for a valid fix that is newer than the previous ones.
 *
 * A stationary tracker has its anchor where it stopped. It starts moving at `START_SPEED` outside the jitter, or
 * `DEPARTURE_METRES` away. While it moves, each fix becomes the anchor. While it is slow, the anchor stays at the first slow
 * fix, and after `STOP_AFTER` the tracker is stationary. The distance is the sum of the segments between anchors, so jitter adds
 * nothing, and distance covered meanwhile is added with the next anchor.
 *
 * @param startSpeed km/h, in place of `START_SPEED`
 */
export function updateMovement(
  before: Movement,
  fix: Fix,
  time: number,
  startSpeed: number = START_SPEED,
): MovementStep {
  const here = { time, latitude: fix.latitude, longitude: fix.longitude };
  const { anchor } = before;
  if (anchor === null) {
    return {
      movement: { moving: (fix.speed ?? 0) >= startSpeed, anchor: here, slowSince: null },
      travelled: 0,
      isJump: false,
    };
  }
  const distance = greatCircleDistance(anchor, here);
  // Receivers that are still settling report different positions within a second.
  const hours = Math.max(time - anchor.time, 1_000) / 3_600_000;
  if (distance / 1_000 / hours > MAX_PLAUSIBLE_SPEED) return { movement: before, travelled: 0, isJump: true };

  const jitter = Math.max(JITTER_METRES, fix.accuracy ?? 0);
  const slow = fix.speed === null ? distance < jitter : fix.speed < stopSpeedOf(startSpeed);
  const far = distance >= Math.max(DEPARTURE_METRES, jitter);
  const isFast = (fix.speed ?? 0) >= startSpeed;
  if (!before.moving)
    return updateStationary(before, here, distance, { slow, far, fast: isFast && distance >= jitter });
  return updateMoving(before, here, distance, { slow, far });
}

type Anchor = NonNullable<Movement['anchor']>;

function updateStationary(
  before: Movement,
  here: Anchor,
  distance: number,
  { slow, far, fast }: { slow: boolean; far: boolean; fast: boolean },
): MovementStep {
  const hasDeparted = (far && !slow) || fast;
  if (hasDeparted)
    return { movement: { moving: true, anchor: here, slowSince: null }, travelled: distance, isJump: false };
  // In another position and stationary again: it was moved between two reports.
  if (far)
    return { movement: { moving: false, anchor: here, slowSince: null }, travelled: distance, isJump: false };
  return { movement: before, travelled: 0, isJump: false };
}

function updateMoving(
  before: Movement,
  here: Anchor,
  distance: number,
  { slow, far }: { slow: boolean; far: boolean },
): MovementStep {
  if (!slow)
    return { movement: { moving: true, anchor: here, slowSince: null }, travelled: distance, isJump: false };
  if (before.slowSince === null || far) {
    return {
      movement: { moving: true, anchor: here, slowSince: here.time },
      travelled: distance,
      isJump: false,
    };
  }
  const hasStopped = here.time - before.slowSince >= STOP_AFTER;
  return hasStopped
    ? { movement: { ...before, moving: false }, travelled: 0, isJump: false }
    : { movement: before, travelled: 0, isJump: false };
}
