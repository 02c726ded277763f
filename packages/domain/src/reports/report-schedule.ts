import type { ToLocal } from '../rules/schedule.ts';

/** The days that a scheduled report covers, relative to the day of its run. */
export const REPORT_PERIODS = ['yesterday', 'lastWeek', 'lastMonth'] as const;
export type RelativePeriod = (typeof REPORT_PERIODS)[number];

/** How often a report runs. */
export const REPORT_REPEATS = ['daily', 'weekly', 'monthly'] as const;
export type ReportRepeat = (typeof REPORT_REPEATS)[number];

/** When a report runs, in local time. */
export interface ReportTimes {
  readonly repeat: ReportRepeat;
  /** Weekly: 0 is Sunday, 6 is Saturday. Monthly: 1 to 31, in shorter months their last day. Daily: null. */
  readonly day: number | null;
  /** Minutes after local midnight, 0 to 1439. */
  readonly minute: number;
}

/** A time zone. `toUtc` returns the first of two instants with the same local time, and for a missing one an instant after the gap. */
export interface Zone {
  readonly toLocal: ToLocal;
  readonly toUtc: (local: number) => number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;
/** A month has a run: the days of two months always have one, also if the clock skipped a day. */
const SEARCHED_DAYS = 63;

/** The first time of a run after an instant, epoch milliseconds. */
export function nextRun(times: ReportTimes, zone: Zone, after: number): number {
  // The day before can have a run after this instant, when its time is moved by a change of the clock.
  const first = localDay(zone, after) - 1;
  for (let day = first; day <= first + SEARCHED_DAYS; day += 1) {
    const at = runOf(times, zone, day);
    if (at !== null && at > after) return at;
  }
  throw new Error('a schedule without a next run');
}

/** The last time of a run until an instant, epoch milliseconds. */
export function lastRun(times: ReportTimes, zone: Zone, until: number): number {
  const first = localDay(zone, until) + 1;
  for (let day = first; day >= first - SEARCHED_DAYS; day -= 1) {
    const at = runOf(times, zone, day);
    if (at !== null && at <= until) return at;
  }
  throw new Error('a schedule without a last run');
}

/**
 * The days that a run covers, as days since 1970-01-01, both included. A week begins on Monday.
 *
 * @param at time of the run, epoch milliseconds
 */
export function periodOfRun(
  period: RelativePeriod,
  zone: Zone,
  at: number,
): { readonly first: number; readonly last: number } {
  const day = localDay(zone, at);
  if (period === 'yesterday') return { first: day - 1, last: day - 1 };
  if (period === 'lastWeek') {
    const monday = day - ((weekdayOf(day) + 6) % 7);
    return { first: monday - 7, last: monday - 1 };
  }
  const { year, month } = dateOf(day);
  return { first: dayNumber(year, month - 1, 1), last: dayNumber(year, month, 1) - 1 };
}

function localDay({ toLocal }: Zone, instant: number): number {
  return Math.floor(toLocal(instant) / DAY_MS);
}

/** The instant of the run of a local day; null: none. */
function runOf({ repeat, day: chosen, minute }: ReportTimes, { toUtc }: Zone, day: number): number | null {
  if (repeat === 'weekly' && weekdayOf(day) !== chosen) return null;
  if (repeat === 'monthly') {
    const { year, month, date } = dateOf(day);
    const lastDate = dateOf(dayNumber(year, month + 1, 1) - 1).date;
    if (date !== Math.min(chosen ?? 1, lastDate)) return null;
  }
  return toUtc(day * DAY_MS + minute * MINUTE_MS);
}

function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
}

function dateOf(day: number): { readonly year: number; readonly month: number; readonly date: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

function dayNumber(year: number, month: number, date: number): number {
  return Date.UTC(year, month, date) / DAY_MS;
}
