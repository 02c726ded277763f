import type { OverviewGrouping } from '@wakeline/contract/reports/overview';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { DAY_FORMAT, type ReportPeriod } from '../report-period.ts';

dayjs.extend(utc);

/** The days of a row that begins on `startDay`: a week ends on Sunday, and no row ends after the period. */
export function rowRange(by: OverviewGrouping, startDay: string, period: ReportPeriod): ReportPeriod {
  const start = dayjs.utc(startDay);
  const ends: Partial<Record<OverviewGrouping, dayjs.Dayjs>> = {
    week: start.add((7 - start.day()) % 7, 'day'),
    month: start.endOf('month'),
  };
  const end = (ends[by] ?? start).format(DAY_FORMAT);
  return { startDay, endDay: end < period.endDay ? end : period.endDay };
}

/** A day, a complete month, or first and last day, the last without the year if it is the same. */
export function rangeText({ startDay, endDay }: ReportPeriod): string {
  if (startDay === endDay) return startDay;
  const start = dayjs.utc(startDay);
  const isMonth = start.date() === 1 && start.endOf('month').format(DAY_FORMAT) === endDay;
  if (isMonth) return startDay.slice(0, 7);
  const isSameYear = startDay.slice(0, 4) === endDay.slice(0, 4);
  return `${startDay} – ${isSameYear ? endDay.slice(5) : endDay}`;
}
