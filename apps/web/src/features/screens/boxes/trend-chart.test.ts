import { expect, test } from 'vitest';
import type { ChartUnits } from '../../../parts/charts/use-chart-units.ts';
import { toTrendChart, unitOf } from './trend-chart.ts';

const texts = { title: 'Online, 24 hours', axis: 'Hour', series: 'Online rate' };
const percent = unitOf('online', {} as ChartUnits);
const timeOfDay = (time: number) => new Date(time).toISOString().slice(11, 19);

test('draws hours by their start, and a gap where nothing is known', () => {
  const start = Date.UTC(2026, 5, 1, 11);
  const points = [
    { day: null, time: start, value: null },
    { day: null, time: start + 3_600_000, value: 0.375 },
  ];
  expect(toTrendChart(points, 'online', percent, texts, timeOfDay)).toMatchObject({
    kind: 'line',
    axis: { kind: 'category', categories: ['11:00', '12:00'], labels: ['11:00', '12:00'] },
    series: [{ name: 'Online rate', values: [null, 0.375] }],
  });
  expect([percent.toAxis(0.375), percent.formatAxis(37.5), percent.format(0.375)]).toEqual([
    37.5,
    '37.5',
    '37.5 %',
  ]);
});

test('draws days with month and day, and names them completely', () => {
  const points = [{ day: '2026-06-01', time: 0, value: 3 }];
  expect(toTrendChart(points, 'alarms', percent, texts, timeOfDay)).toMatchObject({
    kind: 'bar',
    axis: { categories: ['2026-06-01'], labels: ['06-01'] },
  });
});
