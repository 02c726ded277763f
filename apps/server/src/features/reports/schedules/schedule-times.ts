import { nextRun, periodOfRun, type ReportTimes, type Zone } from '@wakeline/domain/reports/report-schedule';
import { createLocalToUtc, createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { formatDay } from '../../../reports/report-days.ts';
import type { ScheduleRow } from './schedule-rows.ts';

/** @param timeZone IANA name */
export function zoneOf(timeZone: string): Zone {
  return { toLocal: createUtcToLocal(timeZone), toUtc: createLocalToUtc(timeZone) };
}

export function timesOf({
  repeat,
  day,
  minute,
}: Pick<ScheduleRow, 'repeat' | 'day' | 'minute'>): ReportTimes {
  return { repeat, day, minute };
}

/** The first run after an instant in the time zone of the account, epoch milliseconds. */
export function nextRunOf(
  row: Pick<ScheduleRow, 'repeat' | 'day' | 'minute'>,
  timeZone: string,
  after: number,
): number {
  return nextRun(timesOf(row), zoneOf(timeZone), after);
}

/** The days of a run, yyyy-MM-dd. */
export function daysOfRun(
  { period }: Pick<ScheduleRow, 'period'>,
  timeZone: string,
  at: number,
): { readonly startDay: string; readonly endDay: string } {
  const { first, last } = periodOfRun(period, zoneOf(timeZone), at);
  return { startDay: formatDay(first), endDay: formatDay(last) };
}
