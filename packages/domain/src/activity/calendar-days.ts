import type { ToLocal } from '../rules/schedule.ts';

/** A day of a time zone: 23 or 25 hours long when the clock changes. */
export interface CalendarDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Epoch milliseconds: its first instant, and that of the next day. */
  readonly start: number;
  readonly end: number;
}

/** The day of an instant, epoch milliseconds. */
export type DayOf = (instant: number) => CalendarDay;

const DAY_MS = 86_400_000;
/** Local midnight is at most this many milliseconds from where the offset of an instant of the day puts it. */
const MAX_CHANGE_MS = 3 * 3_600_000;

/** Days of a time zone. The last one is kept, because most calls are about the present. */
export function createDayOf(toLocal: ToLocal): DayOf {
  let last: CalendarDay = { day: Number.NaN, start: 0, end: 0 };
  return (instant) => {
    if (instant >= last.start && instant < last.end) return last;
    const day = dayNumber(toLocal, instant);
    last = { day, start: startOfDay(toLocal, day, instant), end: startOfDay(toLocal, day + 1, instant) };
    return last;
  };
}

function dayNumber(toLocal: ToLocal, instant: number): number {
  return Math.floor(toLocal(instant) / DAY_MS);
}

/** The first instant of a day: not always midnight, because some clocks change then. */
function startOfDay(toLocal: ToLocal, day: number, nearby: number): number {
  const guess = day * DAY_MS - (toLocal(nearby) - nearby);
  let [before, at] = [guess - MAX_CHANGE_MS, guess + MAX_CHANGE_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayNumber(toLocal, middle) >= day) at = middle;
    else before = middle;
  }
  return at;
}
