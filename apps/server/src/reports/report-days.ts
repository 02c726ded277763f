import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type CalendarDay, createDayOf, type DayOf } from '@wakeline/domain/activity/calendar-days';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';

const DAY_MS = 86_400_000;

/** The days of a report in the time zone of the account. */
export interface ReportDays {
  readonly timeZone: string;
  readonly dayOf: DayOf;
  /** In order, at least one. */
  readonly days: readonly CalendarDay[];
  /** Epoch milliseconds; the end is not included. */
  readonly from: number;
  readonly to: number;
}

/**
 * @param startDay yyyy-MM-dd
 * @param endDay yyyy-MM-dd, included
 * @throws NamedError `report-period` if it ends before it starts, `report-too-long` for more than 366 days
 */
export function reportDays(startDay: string, endDay: string, timeZone: string): ReportDays {
  const [first, last] = [dayNumber(startDay), dayNumber(endDay)];
  if (last < first) throw new NamedError('report-period');
  if (last - first >= LIMITS.reportDays) throw new NamedError('report-too-long');
  const dayOf = createDayOf(createUtcToLocal(timeZone));
  // Noon in UTC is on the same day or the next one, in every time zone.
  let day = dayOf(first * DAY_MS + DAY_MS / 2);
  if (day.day > first) day = dayOf(day.start - 1);
  if (day.day < first) day = dayOf(day.end);
  const days = [day];
  while (day.day < last) {
    day = dayOf(day.end);
    days.push(day);
  }
  return { timeZone, dayOf, days, from: days[0]?.start ?? day.start, to: day.end };
}

/** The days of two times: what an export by times covers. */
export function daysOfTimes(from: number, to: number, timeZone: string) {
  const dayOf = createDayOf(createUtcToLocal(timeZone));
  return { startDay: formatDay(dayOf(from).day), endDay: formatDay(dayOf(to).day) };
}

/** Days, and times within them. */
export interface ReportWindow {
  readonly startDay: string;
  readonly endDay: string;
  /** Epoch milliseconds. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/**
 * The first and the last millisecond of a report that covers any number of days.
 *
 * @throws NamedError `report-period` if it ends before it starts
 */
export function windowOf({ startDay, endDay, startTime, endTime }: ReportWindow, timeZone: string) {
  if (dayNumber(endDay) < dayNumber(startDay)) throw new NamedError('report-period');
  const [first, last] = [startDay, endDay].map((day) => reportDays(day, day, timeZone));
  const [from, to] = [first?.from ?? 0, (last?.to ?? 0) - 1];
  return { startTime: Math.max(from, startTime ?? from), endTime: Math.min(to, endTime ?? to) };
}

function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS;
}

/** yyyy-MM-dd of a number of days since 1970-01-01. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
