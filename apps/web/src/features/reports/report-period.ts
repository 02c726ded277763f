import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** Periods that can be chosen with one click. */
export const PERIOD_PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'last7Days',
  'last30Days',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** Days of the account's time zone, yyyy-MM-dd; both are included. */
export interface ReportPeriod {
  readonly startDay: string;
  readonly endDay: string;
}

export const DAY_FORMAT = 'YYYY-MM-DD';

/** The days of a preset. A week begins on Monday; this week and this month end today. */
export function presetPeriod(preset: PeriodPreset, today: string): ReportPeriod {
  const day = dayjs.utc(today);
  const monday = day.subtract((day.day() + 6) % 7, 'day');
  const days = {
    today: [day, day],
    yesterday: [day.subtract(1, 'day'), day.subtract(1, 'day')],
    last7Days: [day.subtract(6, 'day'), day],
    last30Days: [day.subtract(29, 'day'), day],
    thisWeek: [monday, day],
    lastWeek: [monday.subtract(7, 'day'), monday.subtract(1, 'day')],
    thisMonth: [day.startOf('month'), day],
    lastMonth: [day.subtract(1, 'month').startOf('month'), day.startOf('month').subtract(1, 'day')],
  } as const;
  const [start, end] = days[preset];
  return { startDay: start.format(DAY_FORMAT), endDay: end.format(DAY_FORMAT) };
}

/** The first preset with these days; null: none. */
export function findPreset({ startDay, endDay }: ReportPeriod, today: string): PeriodPreset | null {
  return (
    PERIOD_PRESETS.find((preset) => {
      const period = presetPeriod(preset, today);
      return period.startDay === startDay && period.endDay === endDay;
    }) ?? null
  );
}

/** The number of days; not positive if it ends before it starts. */
export function countDays({ startDay, endDay }: ReportPeriod): number {
  return dayjs.utc(endDay).diff(dayjs.utc(startDay), 'day') + 1;
}

/** All days of a period, in order. */
export function daysBetween(period: ReportPeriod): readonly string[] {
  const first = dayjs.utc(period.startDay);
  return Array.from({ length: Math.max(0, countDays(period)) }, (_, at) =>
    first.add(at, 'day').format(DAY_FORMAT),
  );
}

/** The last days of a period. */
export function lastDays({ startDay, endDay }: ReportPeriod, days: number): ReportPeriod {
  const start = dayjs
    .utc(endDay)
    .subtract(days - 1, 'day')
    .format(DAY_FORMAT);
  return { startDay: start > startDay ? start : startDay, endDay };
}

/** A day of an address; null if it is none of the calendar. */
export function parseDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = dayjs.utc(text);
  return day.isValid() && day.format(DAY_FORMAT) === text ? text : null;
}
