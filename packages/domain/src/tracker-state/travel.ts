import type { EventDetails } from '../events/tracker-event.ts';
import type { Movement } from './movement.ts';
import type { TrackerMemory } from './tracker-state.ts';

/** Milliseconds of movement before a trip counts: a single wrong fix must not start one. */
const MIN_RUNNING_MS = 30_000;
/** Milliseconds of standstill before a trip has ended: longer than at a red light. */
const MIN_STOP_MS = 3 * 60_000;

export type Travel = NonNullable<TrackerMemory['travel']>;

interface Moment {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** The start or the end of a trip, where and when it happened: before it was certain. */
export type TravelEvent = Moment &
  Extract<EventDetails, { kind: 'movement-started' } | { kind: 'movement-stopped' }>;

export interface TravelStep {
  readonly travel: Travel;
  readonly event: TravelEvent | null;
}

/**
 * Follows trips and stays after a position newer than the previous ones. They alternate, and a change that reverts too soon does
 * not count. The first position starts the first trip or stay without an event.
 *
 * @param before null: no position yet, or a state that an older version stored.
 * @param wasMoving of a state without `before`: whether its last RUNNING or STOP notice was RUNNING.
 * @param after the movement after this position.
 * @param mileage metres travelled before and after this position.
 */
export function updateTravel(
  before: Travel | null,
  wasMoving: boolean | null,
  after: Movement,
  here: Moment,
  mileage: { readonly before: number; readonly after: number },
): TravelStep {
  const { moving } = after;
  const travel = before ?? {
    moving: wasMoving ?? moving,
    since: here.time,
    mileage: Math.round(mileage.before),
  };
  if (moving === travel.moving) {
    return { travel: travel.change === undefined ? travel : withoutChange(travel), event: null };
  }
  const change = travel.change ?? { ...changeOf(after, here), mileage: toMileage(moving, mileage) };
  const duration = here.time - change.time;
  if (duration < (moving ? MIN_RUNNING_MS : MIN_STOP_MS)) {
    return { travel: travel.change === undefined ? { ...travel, change } : travel, event: null };
  }
  const { mileage: at, ...moment } = change;
  const { since } = travel;
  return {
    travel: { moving, since: change.time, mileage: at },
    event: moving
      ? { ...moment, kind: 'movement-started', since }
      : { ...moment, kind: 'movement-stopped', since, metres: Math.max(0, at - travel.mileage) },
  };
}

function withoutChange({ change, ...travel }: Travel): Travel {
  return travel;
}

/** A trip starts with its first fix in motion, and ends with the first slow one. */
function changeOf({ moving, anchor, slowSince }: Movement, here: Moment): Moment {
  const { time, latitude, longitude } =
    !moving && anchor !== null && anchor.time === slowSince ? anchor : here;
  return { time, latitude, longitude };
}

/** The way to the first fix in motion belongs to the trip. */
function toMileage(moving: boolean, mileage: { readonly before: number; readonly after: number }): number {
  return Math.round(moving ? mileage.before : mileage.after);
}
