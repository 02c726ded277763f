import type { MotionState, Schedule } from './schedule.ts';

/** What an object does on one day; before and after the schedule it stands where the schedule starts and ends. */
export interface DayPlan {
  /** Seconds after midnight. */
  readonly start: number;
  readonly schedule: Schedule;
}

const DAY = 86_400;

/** Number of a day since 1 January 1970, in a zone without summer time that is `offset` seconds ahead of UTC. */
export function dayNumberAt(seconds: number, offset: number): number {
  return Math.floor((seconds + offset) / DAY);
}

/** 0 Sunday to 6 Saturday; 1 January 1970 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

/**
 * The state at a time in epoch seconds of an object that follows a plan each day. A plan must end before midnight, where
 * the plan of the next day starts.
 *
 * @param offset seconds by which the zone of the days is ahead of UTC.
 */
export function followDayPlans(
  planOf: (dayNumber: number) => DayPlan,
  offset: number,
): (seconds: number) => MotionState {
  let last: { readonly dayNumber: number; readonly plan: DayPlan } | null = null;
  return (seconds) => {
    const dayNumber = dayNumberAt(seconds, offset);
    // Almost all calls are about the same day as the one before.
    if (last?.dayNumber !== dayNumber) last = { dayNumber, plan: planOf(dayNumber) };
    const { start, schedule } = last.plan;
    return schedule.at(Math.max(0, seconds + offset - dayNumber * DAY - start));
  };
}
