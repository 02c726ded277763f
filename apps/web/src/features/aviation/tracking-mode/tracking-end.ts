import { TRACKING_DURATION } from '@wakeline/domain/aviation/tracking-mode';

/** Durations to choose from, minutes. */
export const DURATIONS = [15, 30, 60, 120, 240, 480] as const;

/** When the tracking mode of a task can end at the latest, epoch milliseconds. */
export function latestEnd(executeTo: number | null, now: number): number {
  return Math.min(now + TRACKING_DURATION.max, executeTo ?? Number.POSITIVE_INFINITY);
}

/**
 * When it ends after a duration: earlier if the execution time of the task ends before.
 *
 * @param minutes duration
 * @param now epoch milliseconds
 */
export function endAfter(minutes: number, executeTo: number | null, now: number): number {
  return Math.min(now + minutes * 60_000, latestEnd(executeTo, now));
}
