import type { ToLocal } from '../rules/schedule.ts';

/** A day of a time zone: 23 or 25 hours long when the clock changes. */
export interface CalendarDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Epoch milliseconds: its first instant, and that of the next day. */
  readonly start: number;
  readonly end: number;
  /** The parts of the day that are within the night hours of the account, in order: epoch milliseconds. */
  readonly night: readonly NightPart[];
}

export interface NightPart {
  readonly from: number;
  readonly to: number;
}

/** Hours of the day; the same twice: there is no night. */
export interface NightHours {
  readonly nightStart: number;
  readonly nightEnd: number;
}

/** The day of an instant, epoch milliseconds. */
export type DayOf = (instant: number) => CalendarDay;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NO_NIGHT: NightHours = { nightStart: 0, nightEnd: 0 };
/** Local midnight is at most this many milliseconds from where the offset of an instant of the day puts it. */
const MAX_CHANGE_MS = 3 * 3_600_000;

/** Days of a time zone. The last one is kept, because most calls are about the present. */
export function createDayOf(toLocal: ToLocal, hours: NightHours = NO_NIGHT): DayOf {
  let last: CalendarDay = { day: Number.NaN, start: 0, end: 0, night: [] };
  return (instant) => {
    if (instant >= last.start && instant < last.end) return last;
    const day = dayNumber(toLocal, instant);
    const [start, end] = [startOfDay(toLocal, day, instant), startOfDay(toLocal, day + 1, instant)];
    last = { day, start, end, night: nightOf(toLocal, day, { start, end }, hours) };
    return last;
  };
}

function dayNumber(toLocal: ToLocal, instant: number): number {
  return Math.floor(toLocal(instant) / DAY_MS);
}

/** The first instant of a day: not always midnight, because some clocks change then. */
function startOfDay(toLocal: ToLocal, day: number, nearby: number): number {
  return instantOf(toLocal, day * DAY_MS, nearby);
}

function nightOf(
  toLocal: ToLocal,
  day: number,
  { start, end }: Pick<CalendarDay, 'start' | 'end'>,
  { nightStart, nightEnd }: NightHours,
): readonly NightPart[] {
  if (nightStart === nightEnd) return [];
  const at = (hour: number) =>
    hour === 0 ? start : instantOf(toLocal, day * DAY_MS + hour * HOUR_MS, start + hour * HOUR_MS);
  const [from, to] = [at(nightStart), at(nightEnd)];
  if (nightStart < nightEnd) return [{ from, to }];
  const parts = [
    { from: start, to },
    { from, to: end },
  ];
  return parts.filter((part) => part.to > part.from);
}

/** Milliseconds of a time that are at night. */
export function nightTimeOf(from: number, to: number, night: readonly NightPart[]): number {
  let sum = 0;
  for (const part of night) sum += Math.max(0, Math.min(to, part.to) - Math.max(from, part.from));
  return sum;
}

/** The first instant at which the clock shows a local time, or has passed it. */
function instantOf(toLocal: ToLocal, local: number, nearby: number): number {
  const guess = local - (toLocal(nearby) - nearby);
  let [before, at] = [guess - MAX_CHANGE_MS, guess + MAX_CHANGE_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (toLocal(middle) >= local) at = middle;
    else before = middle;
  }
  return at;
}
