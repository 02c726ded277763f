import type { ChartModel, ChartUnit } from '@wakeline/charts/chart-model';
import type { BoxDataOf } from '@wakeline/contract/screens/screen-data';
import type { Trend } from '@wakeline/domain/screens/box-kinds';
import type { ChartUnits } from '../../../parts/charts/use-chart-units.ts';

type Points = BoxDataOf<'trend'>['points'];

/** Shares from 0 to 1 as percent. */
const PERCENT: ChartUnit = {
  key: 'percent',
  name: '%',
  isInteger: false,
  toAxis: (value) => value * 100,
  formatAxis: (value) => String(Math.round(value * 10) / 10),
  format: (value) => `${(value * 100).toFixed(1)} %`,
};

export function unitOf(trend: Trend, units: ChartUnits): ChartUnit {
  if (trend === 'online') return PERCENT;
  return trend === 'mileage' ? units.distance : units.count;
}

export interface TrendTexts {
  readonly title: string;
  readonly axis: string;
  readonly series: string;
}

/** The chart of a trend: a line of shares, bars of sums. Hours have the time at which they start. */
export function toTrendChart(
  points: Points,
  trend: Trend,
  unit: ChartUnit,
  texts: TrendTexts,
  formatTimeOfDay: (time: number) => string,
): ChartModel {
  const labelOf = ({ day, time }: Points[number]) =>
    day === null ? formatTimeOfDay(time).slice(0, 5) : day.slice(5);
  return {
    title: texts.title,
    kind: trend === 'online' ? 'line' : 'bar',
    axis: {
      kind: 'category',
      name: texts.axis,
      categories: points.map((point) => point.day ?? labelOf(point)),
      labels: points.map(labelOf),
    },
    series: [{ key: trend, name: texts.series, unit, values: points.map(({ value }) => value) }],
  };
}
