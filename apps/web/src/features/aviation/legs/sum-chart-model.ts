import type { ChartModel, ChartUnit } from '@wakeline/charts/chart-model';
import type { LegGrouping, LegSum } from '@wakeline/contract/aviation/legs';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { toWallTime } from '../../../format/zone.ts';
import type { LegRequest, SumMeasure } from './leg-request.ts';

dayjs.extend(utc);

/** Groups with a bar of their own; the smaller ones are added up. */
const MAX_GROUPS = 20;
/** The latest days are charted; the table has all. */
const MAX_DAYS = 1_000;
const DAY_FORMAT = 'YYYY-MM-DD';

interface SumChartOptions {
  readonly by: LegGrouping;
  readonly measure: SumMeasure;
  readonly unit: ChartUnit;
  readonly request: Pick<LegRequest, 'startTime' | 'endTime'>;
  readonly timeZone: string;
  /** Server time. */
  readonly now: number;
  readonly texts: {
    readonly title: string;
    readonly axis: string;
    readonly measure: string;
    readonly noField: string;
    readonly others: (count: number) => string;
  };
}

/**
 * The chart of sums. By day: each day of the filter, as far as it is limited, otherwise from the first to the last day
 * with legs; days without legs are 0. Otherwise the 20 largest groups, and the sum of the others.
 */
export function toSumChart(rows: readonly LegSum[], options: SumChartOptions): ChartModel {
  const { by, measure, unit, texts } = options;
  const isByDay = by === 'day';
  const bars = isByDay ? toDays(rows, options) : toLargest(rows, options);
  return {
    title: texts.title,
    kind: isByDay ? 'bar' : 'horizontalBar',
    axis: {
      kind: 'category',
      name: texts.axis,
      categories: bars.map(({ label }) => label),
      // Without the year.
      ...(isByDay ? { labels: bars.map(({ label }) => label.slice(5)) } : {}),
    },
    series: [{ key: measure, name: texts.measure, unit, values: bars.map(({ value }) => value) }],
  };
}

interface Bar {
  readonly label: string;
  readonly value: number;
}

function toDays(rows: readonly LegSum[], { measure, request, timeZone, now }: SumChartOptions): Bar[] {
  if (rows.length === 0) return [];
  const sums = new Map(rows.map((row) => [row.label, row[measure]]));
  const days = [...sums.keys()].sort();
  const dayOf = (time: number) => toWallTime(time, timeZone).format(DAY_FORMAT);
  const { startTime, endTime } = request;
  const from = startTime === undefined ? (days[0] ?? '') : dayOf(startTime);
  // The end of a filter is not part of it; days to come have no sums.
  const to = endTime === undefined ? (days.at(-1) ?? '') : dayOf(Math.min(endTime - 1, now));
  const bars: Bar[] = [];
  for (let day = dayjs.utc(to); bars.length < MAX_DAYS; day = day.subtract(1, 'day')) {
    const label = day.format(DAY_FORMAT);
    if (label < from) break;
    bars.push({ label, value: sums.get(label) ?? 0 });
  }
  return bars.reverse();
}

function toLargest(rows: readonly LegSum[], { measure, texts }: SumChartOptions): Bar[] {
  const sorted = [...rows].sort((a, b) => b[measure] - a[measure]);
  const bars = sorted
    .slice(0, MAX_GROUPS)
    .map((row) => ({ label: row.label === '' ? texts.noField : row.label, value: row[measure] }));
  const others = sorted.slice(MAX_GROUPS);
  if (others.length === 0) return bars;
  const value = others.reduce((sum, row) => sum + row[measure], 0);
  return [...bars, { label: texts.others(others.length), value }];
}
