/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60;

/** Hours of some weekdays. */
export interface ScheduleWindow {
  /** 0 is Sunday, 6 is Saturday: the day on which the window starts. */
  readonly weekdays: readonly number[];
  /** Minutes after local midnight, 0 to 1439. */
  readonly from: number;
  /** Excluded; 1 to 1440. Not after `from`: the window ends on the next day. */
  readonly to: number;
}

/** When a rule applies: in any of its windows. An empty list is never. */
export type WeekSchedule = readonly ScheduleWindow[];

/** A time from one instant to another, epoch milliseconds: midnight and changes of the clock do not matter to it. */
export interface InstantRange {
  /** Null: since ever. */
  readonly from: number | null;
  /** Excluded; null: without end. */
  readonly to: number | null;
}

/** Converts an instant to the local time, as epoch milliseconds as if it were UTC. */
export type ToLocal = (instant: number) => number;

/** A local time as weekday, minute of the day and number of the day since 1970. */
export interface LocalMinute {
  /** Epoch milliseconds. */
  readonly instant: number;
  readonly weekday: number;
  readonly minute: number;
  readonly day: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/**
 * Splits a local time. On the day that clocks go forward, a window that starts in the missing hour starts with the next
 * one; on the day that they go back, the repeated hour belongs to the window both times.
 */
export function localMinuteOf(instant: number, toLocal: ToLocal): LocalMinute {
  const local = toLocal(instant);
  const day = Math.floor(local / DAY_MS);
  return {
    instant,
    day,
    weekday: (((day + FIRST_WEEKDAY) % 7) + 7) % 7,
    minute: Math.floor((local - day * DAY_MS) / MINUTE_MS),
  };
}

/** Whether a rule applies at a local time. */
export function isScheduled(
  schedule: WeekSchedule | InstantRange | null,
  { instant, weekday, minute }: LocalMinute,
): boolean {
  if (schedule === null) return true;
  if ('from' in schedule) {
    return (
      (schedule.from ?? Number.NEGATIVE_INFINITY) <= instant &&
      instant < (schedule.to ?? Number.POSITIVE_INFINITY)
    );
  }
  const yesterday = (weekday + 6) % 7;
  return schedule.some(({ weekdays, from, to }) => {
    if (from < to) return weekdays.includes(weekday) && minute >= from && minute < to;
    return (weekdays.includes(weekday) && minute >= from) || (weekdays.includes(yesterday) && minute < to);
  });
}
