import { startOfDay } from './zone.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Time steps between ticks that are easy to read. */
const TIME_STEPS = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  WEEK,
];

/**
 * Round local times of the account between two times, at most `maxTicks` and one, and the step between them in
 * milliseconds. Steps above a week are whole weeks.
 *
 * @param from epoch milliseconds, like `to`
 */
export function timeTicks(
  from: number,
  to: number,
  maxTicks: number,
  timeZone: string,
): { readonly step: number; readonly ticks: readonly number[] } {
  const parts = Math.max(1, maxTicks);
  const step =
    TIME_STEPS.find((candidate) => (to - from) / candidate <= parts) ??
    Math.ceil((to - from) / parts / WEEK) * WEEK;
  const ticks: number[] = [];
  const midnight = startOfDay(from, timeZone);
  // Days differ in length, so each tick is at local midnight.
  if (step >= DAY) {
    for (let day = 0, at = midnight; at <= to; day += step / DAY, at = startOfDay(from, timeZone, day))
      if (at >= from) ticks.push(at);
    return { step, ticks };
  }
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return { step, ticks };
}
