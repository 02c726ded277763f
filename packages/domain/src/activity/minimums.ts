import { type Activity, totalOf } from './activity.ts';

/** What a trip or a stop must reach to be counted and listed, as the account sets it. Its time and metres always count. */
export interface ActivityMinimums {
  readonly minTripMetres: number;
  /** Milliseconds. */
  readonly minTripMs: number;
  readonly minStopMs: number;
}

/** Of the settings of a new account. */
export const ACTIVITY_MINIMUMS: ActivityMinimums = {
  minTripMetres: 500,
  minTripMs: 5 * 60_000,
  minStopMs: 5 * 60_000,
};

/** Whether an activity reaches the minimum of its kind. A gap has none. */
export function isCounted(activity: Activity, minimums: ActivityMinimums): boolean {
  const { kind, from, to } = activity;
  const duration = to.time - from.time;
  if (kind === 'stop') return duration >= minimums.minStopMs;
  if (kind === 'gap') return true;
  return duration >= minimums.minTripMs && totalOf(activity).metres >= minimums.minTripMetres;
}
