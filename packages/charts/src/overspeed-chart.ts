import type { Language } from '@wakeline/contract/entities/user-config';
import type { OverspeedGrouping } from '@wakeline/contract/reports/overspeeds';
import { OVERVIEW_FIGURE_TEXTS } from '@wakeline/contract/reports/overview-texts';
import type { ChartModel } from './chart-model.ts';
import { toReportChart } from './report-chart.ts';

interface OverspeedCount {
  readonly trackerName: string | null;
  readonly startDay: string | null;
  readonly count: number;
}

/** The number of overspeeds by day, or of the devices with the most of them, in the order of the rows. */
export function toOverspeedChart<Unit>(
  rows: readonly OverspeedCount[],
  {
    days,
    today,
    ...options
  }: {
    readonly by: OverspeedGrouping;
    readonly unit: Unit;
    /** Of the period, yyyy-MM-dd: those without overspeeds have no row. */
    readonly days: readonly string[];
    /** The account's present day: days to come are left out. */
    readonly today: string;
    readonly language: Language;
  },
): ChartModel<Unit> {
  const measure = OVERVIEW_FIGURE_TEXTS[options.language].overspeeds.name;
  const counts = new Map(rows.map(({ startDay, count }) => [startDay, count]));
  const passed = rows.length === 0 ? [] : days.filter((day) => day <= today);
  const bars =
    options.by === 'device'
      ? rows.map(({ trackerName, count }) => ({ title: trackerName ?? '', startDay: null, value: count }))
      : passed.map((day) => ({ title: day, startDay: day, value: counts.get(day) ?? 0 }));
  return toReportChart(bars, { ...options, key: 'count', measure });
}
