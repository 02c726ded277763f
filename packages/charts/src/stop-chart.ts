import type { Language } from '@wakeline/contract/entities/user-config';
import { OVERVIEW_FIGURE_TEXTS } from '@wakeline/contract/reports/overview-texts';
import type { StopSums } from '@wakeline/contract/reports/stops';
import type { ChartModel } from './chart-model.ts';
import { toReportChart } from './report-chart.ts';

/** Figures that a chart of stops can show. */
export const STOP_MEASURES = ['stops', 'duration'] as const;
export type StopMeasure = (typeof STOP_MEASURES)[number];

/** The name of a figure. */
export function stopMeasureName(measure: StopMeasure, language: Language): string {
  return OVERVIEW_FIGURE_TEXTS[language][measure === 'stops' ? 'stops' : 'stopTime'].name;
}

/** The stops of each day. */
export function toStopChart<Unit>(
  days: readonly (StopSums & { readonly day: string })[],
  {
    measure,
    today,
    ...options
  }: {
    readonly measure: StopMeasure;
    readonly unit: Unit;
    /** The account's present day: days to come are left out. */
    readonly today: string;
    readonly language: Language;
  },
): ChartModel<Unit> {
  const bars = days
    .filter(({ day }) => day <= today)
    // A day without any stop has no bar, and a period without is empty.
    .map((sums) => ({ title: sums.day, startDay: sums.day, value: sums.stops === 0 ? null : sums[measure] }));
  return toReportChart(bars, {
    ...{ ...options, by: 'day', key: measure, measure: stopMeasureName(measure, options.language) },
  });
}
