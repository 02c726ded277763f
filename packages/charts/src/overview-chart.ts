import { knownFigure, type OverviewGrouping, type OverviewRow } from '@wakeline/contract/reports/overview';
import type { OverviewMeasure } from '@wakeline/contract/reports/overview-texts';
import type { ChartModel } from './chart-model.ts';
import { rangeText, rowRange } from './row-range.ts';

/** Bars of days; more are a line. */
const MAX_BARS = 62;

interface OverviewChartOptions<Unit> {
  readonly by: OverviewGrouping;
  readonly measure: OverviewMeasure;
  readonly unit: Unit;
  readonly period: { readonly startDay: string; readonly endDay: string };
  /** The account's present day: days to come are left out. */
  readonly today: string;
  readonly texts: {
    readonly title: string;
    readonly axis: string;
    readonly measure: string;
    readonly noGroup: string;
  };
}

/** The figure of a row; null: it has no data, so it is not known to be 0. */
function chartedValue(row: OverviewRow, measure: OverviewMeasure): number | null {
  if (measure === 'alarms' || measure === 'overspeeds') return row[measure];
  return knownFigure(row, measure);
}

/**
 * The chart of an overview:
 *
 * - by day, week or month: bars in the order of time, a line for many days
 * - by device and day: a heat map of the devices that have rows, the highest at the top
 * - by device or group: bars in the order of the rows, without those that have no value
 */
export function toOverviewChart<Unit>(
  rows: readonly OverviewRow[],
  options: OverviewChartOptions<Unit>,
): ChartModel<Unit> {
  const { by, measure, unit, texts, period, today } = options;
  if (by === 'deviceDay') return toHeatmap(rows, options);
  const series = (charted: readonly OverviewRow[]) => [
    { key: measure, name: texts.measure, unit, values: charted.map((row) => chartedValue(row, measure)) },
  ];
  if (by === 'device' || by === 'group') {
    const charted = rows.filter((row) => (chartedValue(row, measure) ?? 0) > 0);
    const nameOf = (row: OverviewRow) => (by === 'device' ? row.trackerName : row.groupName) ?? texts.noGroup;
    const axis = { kind: 'category', name: texts.axis, categories: charted.map(nameOf) } as const;
    return { title: texts.title, kind: 'horizontalBar', axis, series: series(charted) };
  }
  const charted = rows.filter(({ startDay }) => startDay !== null && startDay <= today);
  const days = charted.map(({ startDay }) => startDay ?? '');
  return {
    title: texts.title,
    kind: charted.length > MAX_BARS ? 'line' : 'bar',
    axis: {
      kind: 'category',
      name: texts.axis,
      categories: days.map((day) => rangeText(rowRange(by, day, period))),
      labels: days.map((day) => (by === 'month' ? day.slice(0, 7) : day.slice(5))),
    },
    series: series(charted),
  };
}

function toHeatmap<Unit>(
  rows: readonly OverviewRow[],
  { measure, unit, texts, today }: OverviewChartOptions<Unit>,
): ChartModel<Unit> {
  const days = [...new Set(rows.flatMap(({ startDay }) => startDay ?? []))]
    .filter((day) => day <= today)
    .sort();
  const devices = Map.groupBy(rows, ({ trackerId }) => trackerId);
  const sumOf = (ofDevice: readonly OverviewRow[]) => ofDevice.reduce((sum, row) => sum + row[measure], 0);
  const sorted = [...devices].sort(([, a], [, b]) => sumOf(b) - sumOf(a));
  return {
    title: texts.title,
    kind: 'heatmap',
    axis: { kind: 'category', name: texts.axis, categories: days, labels: days.map((day) => day.slice(5)) },
    series: sorted.map(([trackerId, ofDevice]) => {
      const byDay = new Map(ofDevice.map((row) => [row.startDay, chartedValue(row, measure)]));
      const name = ofDevice[0]?.trackerName ?? '';
      return { key: String(trackerId), name, unit, values: days.map((day) => byDay.get(day) ?? null) };
    }),
  };
}
