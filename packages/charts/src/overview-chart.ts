import type { Language } from '@wakeline/contract/entities/user-config';
import type {
  OverviewChartGrouping,
  OverviewChartRow,
  OverviewMeasure,
} from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS } from '@wakeline/contract/reports/overview-texts';
import type { ChartModel } from './chart-model.ts';
import { REPORT_CHART_TEXTS, toReportChart } from './report-chart.ts';
import { rangeText, rowRange } from './row-range.ts';

interface OverviewChartOptions<Unit> {
  readonly by: OverviewChartGrouping;
  readonly measure: OverviewMeasure;
  readonly unit: Unit;
  readonly period: { readonly startDay: string; readonly endDay: string };
  /** The account's present day: days to come are left out. */
  readonly today: string;
  readonly language: Language;
}

/**
 * The chart of an overview:
 *
 * - by day, week or month: bars in the order of time, a line for many days
 * - by device and day: a heat map of the devices that have rows, the highest at the top
 * - by device or group: bars in the order of the rows, without those that have no value
 */
export function toOverviewChart<Unit>(
  rows: readonly OverviewChartRow[],
  options: OverviewChartOptions<Unit>,
): ChartModel<Unit> {
  const { by, measure, period, today, unit, language } = options;
  if (by === 'deviceDay') return toHeatmap(rows, options);
  const isRanking = by === 'device' || by === 'group';
  const titleOf = ({ trackerName, groupName, startDay }: OverviewChartRow) =>
    isRanking
      ? ((by === 'device' ? trackerName : groupName) ?? REPORT_CHART_TEXTS[language].noGroup)
      : rangeText(rowRange(by, startDay ?? period.startDay, period));
  const bars = rows
    .map((row) => ({
      title: titleOf(row),
      startDay: row.startDay,
      value: row.value,
    }))
    .filter(({ startDay, value }) => (isRanking ? (value ?? 0) > 0 : startDay !== null && startDay <= today));
  const name = OVERVIEW_FIGURE_TEXTS[language][measure].name;
  return toReportChart(bars, { by, unit, language, key: measure, measure: name });
}

function toHeatmap<Unit>(
  rows: readonly OverviewChartRow[],
  { measure, unit, language, today }: OverviewChartOptions<Unit>,
): ChartModel<Unit> {
  const days = [...new Set(rows.flatMap(({ startDay }) => startDay ?? []))]
    .filter((day) => day <= today)
    .sort();
  const devices = Map.groupBy(rows, ({ trackerId }) => trackerId);
  const sumOf = (ofDevice: readonly OverviewChartRow[]) =>
    ofDevice.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const sorted = [...devices].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
  const { titles, axes } = REPORT_CHART_TEXTS[language];
  return {
    title: titles.deviceDay(OVERVIEW_FIGURE_TEXTS[language][measure].name),
    kind: 'heatmap',
    axis: {
      ...{ kind: 'category', name: axes.deviceDay },
      ...{ categories: days, labels: days.map((day) => day.slice(5)) },
    },
    series: sorted.map(([trackerId, ofDevice]) => {
      const byDay = new Map(ofDevice.map(({ startDay, value }) => [startDay, value]));
      const name = ofDevice[0]?.trackerName ?? '';
      return { key: String(trackerId), name, unit, values: days.map((day) => byDay.get(day) ?? null) };
    }),
  };
}
