import type { ActivityMoment, FastestFix } from '../activity/activity.ts';
import type { EventFence } from '../events/tracker-event.ts';

/** km/h by which a tracker must be slower than a limit before it counts as kept again: more than a receiver's noise. */
const RELEASE_KMH = 3;

/** Time above a speed limit that has not ended. */
export interface OverspeedMemory {
  /** The first fix above the limit. */
  readonly from: ActivityMoment;
  /** Metres of the device at `from`. */
  readonly mileage: number;
  /** km/h; null: the device reports an alarm of its own, without its limit. */
  readonly limit: number | null;
  readonly fastest: FastestFix | null;
  /** Set once it has lasted for long enough: from then on it is an episode. */
  readonly notice?: OverspeedNotice;
}

export interface OverspeedNotice {
  /** Of the fix with which it had lasted for long enough: epoch milliseconds, by the device and by the server clock. */
  readonly time: number;
  readonly receivedAt: number;
  readonly outcome: OverspeedOutcome;
}

/** What became of the notice. `late`: it came too late to alarm anyone; `none`: rules notice this only in their hours. */
export type OverspeedOutcome = 'sent' | 'late' | 'none';

/** Where the limit of a rule applies. */
export type OverspeedPlace =
  | { readonly kind: 'fence'; readonly fence: Pick<EventFence, 'fenceId' | 'fenceName'> }
  | { readonly kind: 'route'; readonly routeId: number };

/** An overspeed that has ended. */
export interface Overspeed {
  readonly from: ActivityMoment;
  /** The first fix at or below the release, or the last one if nothing is known from then on. */
  readonly to: ActivityMoment;
  readonly metres: number;
  readonly limit: number | null;
  readonly fastest: FastestFix | null;
  readonly notice: OverspeedNotice;
}

/** The rule of an overspeed; null: an alarm of the device. `name` is null if the rule was removed. */
export interface OverspeedSource {
  readonly ruleId: number;
  readonly name: string | null;
  readonly place: OverspeedPlace | null;
}

/** `kept`: it has lasted for long enough. */
export type OverspeedStep =
  | { readonly kind: 'kept'; readonly from: number }
  | { readonly kind: 'ended'; readonly overspeed: Overspeed; readonly source: OverspeedSource | null };

/** km/h at or below which a limit counts as kept again; at least half of the limit. */
export function releaseSpeedOf(limit: number): number {
  return limit - Math.min(RELEASE_KMH, limit / 2);
}

/** A fix with what an overspeed needs of it. */
export interface SpeedFix extends ActivityMoment {
  /** km/h; null: unknown. */
  readonly speed: number | null;
}

export function startOverspeed(fix: SpeedFix, mileage: number, limit: number | null): OverspeedMemory {
  return { from: momentOf(fix), mileage, limit, fastest: fastestOf(null, fix) };
}

/** The same object if the fix changes nothing. */
export function continueOverspeed(before: OverspeedMemory, fix: SpeedFix): OverspeedMemory {
  const fastest = fastestOf(before.fastest, fix);
  return fastest === before.fastest ? before : { ...before, fastest };
}

/**
 * @param mileage metres of the device at `to`.
 * @returns null: it was too short.
 */
export function endOverspeed(
  { from, mileage: start, limit, fastest, notice }: OverspeedMemory,
  to: ActivityMoment,
  mileage: number,
): Overspeed | null {
  if (notice === undefined) return null;
  return { from, to: momentOf(to), metres: Math.max(0, mileage - start), limit, fastest, notice };
}

/** The end of an overspeed of a rule, if it had lasted for long enough. */
export function overspeedEnd(
  over: OverspeedMemory,
  to: ActivityMoment,
  mileage: number,
  source: OverspeedSource,
): readonly OverspeedStep[] {
  const overspeed = endOverspeed(over, to, mileage);
  return overspeed === null ? [] : [{ kind: 'ended', overspeed, source }];
}

function fastestOf(before: FastestFix | null, { speed, ...moment }: SpeedFix): FastestFix | null {
  if (speed === null || (before !== null && speed <= before.speed)) return before;
  return { ...momentOf(moment), speed };
}

function momentOf({ time, latitude, longitude }: ActivityMoment): ActivityMoment {
  return { time, latitude, longitude };
}
