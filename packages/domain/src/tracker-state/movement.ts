import { greatCircleDistance } from '../geo/great-circle.ts';
import type { Fix } from '../reports/report.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** km/h from which a standing tracker may count as moving. Receivers at rest show up to 3 or 4. */
export const START_SPEED = 5;
/** km/h below which a moving tracker may count as standing. */
export const STOP_SPEED = 2;
/** Metres by which the place of a tracker at rest wanders under an open sky. */
export const JITTER_METRES = 25;
/** Metres from where it stood that are a movement, whatever the speed says: a person on foot is too slow for the rest. */
export const DEPARTURE_METRES = 100;
/** Milliseconds of slowness after which a moving tracker stands: longer than a stop at a crossing's sign, shorter than a visit. */
export const STOP_AFTER = 60_000;
/** km/h that nothing here travels at: a leg that needs more is a receiver's error, and not counted. */
export const MAX_PLAUSIBLE_SPEED = 2_000;

export type Movement = Pick<TrackerMemory, 'moving' | 'anchor' | 'slowSince'>;

export interface MovementStep {
  readonly movement: Movement;
  /** Metres to be added to the distance travelled. */
  readonly travelled: number;
}

/**
 * Whether a tracker moves, and how far it came, after one more valid fix that is newer than those before.
 *
 * Standing, its anchor is where it stopped: it sets off when it is `START_SPEED` fast and out of the jitter, or `LEAVE`
 * metres away. Moving, each fix becomes the anchor, except while it is slow: then the anchor stays at the first slow
 * fix, and after `STOP_AFTER` it stands. The way is the sum of the anchor's legs, so jitter at rest adds nothing, and
 * what was really covered meanwhile is added when the anchor follows.
 */
export function updateMovement(before: Movement, fix: Fix, time: number): MovementStep {
  const here = { time, latitude: fix.latitude, longitude: fix.longitude };
  const { anchor } = before;
  if (anchor === null) {
    return {
      movement: { moving: (fix.speed ?? 0) >= START_SPEED, anchor: here, slowSince: null },
      travelled: 0,
    };
  }
  const distance = greatCircleDistance(anchor, here);
  // Places that differ within a second come from receivers that settle.
  const hours = Math.max(time - anchor.time, 1_000) / 3_600_000;
  if (distance / 1_000 / hours > MAX_PLAUSIBLE_SPEED) return { movement: before, travelled: 0 };

  const jitter = Math.max(JITTER_METRES, fix.accuracy ?? 0);
  const slow = fix.speed === null ? distance < jitter : fix.speed < STOP_SPEED;
  const far = distance >= Math.max(DEPARTURE_METRES, jitter);
  if (!before.moving) return updateStationary(before, here, fix.speed, distance, { slow, far, jitter });
  return updateMoving(before, here, distance, { slow, far });
}

type Anchor = NonNullable<Movement['anchor']>;

function updateStationary(
  before: Movement,
  here: Anchor,
  speed: number | null,
  distance: number,
  { slow, far, jitter }: { slow: boolean; far: boolean; jitter: number },
): MovementStep {
  const hasDeparted = (far && !slow) || ((speed ?? 0) >= START_SPEED && distance >= jitter);
  if (hasDeparted) return { movement: { moving: true, anchor: here, slowSince: null }, travelled: distance };
  // Elsewhere, and at rest again: it was moved between two reports.
  if (far) return { movement: { moving: false, anchor: here, slowSince: null }, travelled: distance };
  return { movement: before, travelled: 0 };
}

function updateMoving(
  before: Movement,
  here: Anchor,
  distance: number,
  { slow, far }: { slow: boolean; far: boolean },
): MovementStep {
  if (!slow) return { movement: { moving: true, anchor: here, slowSince: null }, travelled: distance };
  if (before.slowSince === null || far) {
    return { movement: { moving: true, anchor: here, slowSince: here.time }, travelled: distance };
  }
  const hasStopped = here.time - before.slowSince >= STOP_AFTER;
  return hasStopped
    ? { movement: { ...before, moving: false }, travelled: 0 }
    : { movement: before, travelled: 0 };
}
