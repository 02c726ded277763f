import type { OverviewChartRow } from '@wakeline/contract/reports/overview';
import { expect, test } from 'vitest';
import type { ChartUnit } from './chart-model.ts';
import { toOverviewChart } from './overview-chart.ts';

const unit: ChartUnit = {
  key: 'count',
  name: '',
  isInteger: true,
  toAxis: (value) => value,
  formatAxis: String,
  format: String,
};

const row = (values: Partial<OverviewChartRow>): OverviewChartRow => ({
  ...{ trackerId: null, trackerName: null, groupName: null, startDay: null, value: 0 },
  ...values,
});

const chart = (by: 'day' | 'month' | 'deviceDay' | 'device' | 'group', rows: readonly OverviewChartRow[]) =>
  toOverviewChart(rows, {
    ...{ by, unit, measure: 'stops', today: '2026-11-03' },
    period: { startDay: '2026-10-30', endDay: '2026-11-30' },
    language: 'en_US',
  });

const categoriesOf = ({ axis }: ReturnType<typeof chart>) => (axis.kind === 'category' ? axis : null);

test('charts the days up to today, with gaps where nothing was reported', () => {
  const model = chart('day', [
    row({ startDay: '2026-11-01', value: 3 }),
    row({ startDay: '2026-11-02', value: null }),
    row({ startDay: '2026-11-03' }),
    row({ startDay: '2026-11-04', value: null }),
  ]);
  expect(model.kind).toBe('bar');
  expect(categoriesOf(model)?.labels).toEqual(['11-01', '11-02', '11-03']);
  expect(model.series[0]?.values).toEqual([3, null, 0]);
});

test('names months, and days of one that is not complete', () => {
  const model = chart('month', [row({ startDay: '2026-10-30', value: 1 }), row({ startDay: '2026-11-01' })]);
  expect(categoriesOf(model)).toMatchObject({
    categories: ['2026-10-30 – 10-31', '2026-11'],
    labels: ['2026-10', '2026-11'],
  });
});

test('draws many days as a line', () => {
  const days = Array.from({ length: 63 }, (_, at) => new Date(Date.UTC(2026, 8, 1 + at)));
  const rows = days.map((day) => row({ startDay: day.toISOString().slice(0, 10), value: 1 }));
  expect(chart('day', rows).kind).toBe('line');
  expect(chart('day', rows.slice(1)).kind).toBe('bar');
});

test('names devices and groups, without those that have no value', () => {
  const devices = [row({ trackerName: 'Gull', value: 4 }), row({ trackerName: 'Tern' })];
  expect(categoriesOf(chart('device', devices))?.categories).toEqual(['Gull']);
  const groups = [row({ groupName: 'Quay', value: 4 }), row({ value: 1 })];
  const model = chart('group', groups);
  expect(model.kind).toBe('horizontalBar');
  expect(categoriesOf(model)?.categories).toEqual(['Quay', 'No group']);
});

test('has a line of the heat map for each device', () => {
  const model = chart('deviceDay', [
    row({ trackerId: 6, trackerName: 'Auk', startDay: '2026-11-01', value: 4 }),
    row({ trackerId: 7, trackerName: 'Gull', startDay: '2026-11-02', value: 2 }),
    row({ trackerId: 7, trackerName: 'Gull', startDay: '2026-11-01', value: 5 }),
    row({ trackerId: 8, trackerName: 'Tern', startDay: '2026-11-01', value: null }),
    row({ trackerId: 8, trackerName: 'Tern', startDay: '2026-11-09', value: null }),
  ]);
  expect(model.kind).toBe('heatmap');
  expect(categoriesOf(model)?.categories).toEqual(['2026-11-01', '2026-11-02']);
  expect(model.series.map(({ name, values }) => [name, values])).toEqual([
    ['Gull', [5, 2]],
    ['Auk', [4, null]],
    ['Tern', [null, null]],
  ]);
});
