import type { ChartUnit } from '@wakeline/charts/chart-model';
import type { LegSum } from '@wakeline/contract/aviation/legs';
import { expect, test } from 'vitest';
import { toSumChart } from './sum-chart-model.ts';

const unit: ChartUnit = {
  key: 'count',
  name: '',
  isInteger: true,
  toAxis: (value) => value,
  formatAxis: String,
  format: String,
};

const sum = (label: string, landings: number): LegSum => ({
  key: label === '' ? 'none' : label,
  label,
  legs: 1,
  landings,
  touchAndGos: 0,
  flightTime: 0,
  blockTime: 0,
  distance: 0,
  maxHeights: [],
  maxSpeed: null,
});

const NOW = Date.UTC(2026, 10, 10, 4);

function chart(
  by: 'day' | 'plane' | 'field',
  rows: readonly LegSum[],
  request: { startTime?: number; endTime?: number } = {},
) {
  const { kind, axis, series } = toSumChart(rows, {
    by,
    measure: 'landings',
    unit,
    request: { startTime: request.startTime, endTime: request.endTime },
    timeZone: 'Asia/Shanghai',
    now: NOW,
    texts: {
      title: 'Landings',
      axis: 'Day',
      measure: 'Landings',
      noField: 'Unknown place',
      others: (count) => `Others (${count})`,
    },
  });
  if (axis.kind !== 'category') throw new Error('expected categories');
  return { kind, axis, bars: axis.categories.map((label, index) => [label, series[0]?.values[index]]) };
}

test('fills days without legs with zero, across a month', () => {
  const { kind, axis, bars } = chart('day', [sum('2026-11-02', 3), sum('2026-10-30', 1)]);
  expect(kind).toBe('bar');
  expect(bars).toEqual([
    ['2026-10-30', 1],
    ['2026-10-31', 0],
    ['2026-11-01', 0],
    ['2026-11-02', 3],
  ]);
  expect(axis.labels).toEqual(['10-30', '10-31', '11-01', '11-02']);
});

test('extends the days to the filter, in the time zone of the account and not beyond today', () => {
  // Shanghai: 8 November 00:00 to the end of 20 November; it is 10 November, noon.
  const request = { startTime: Date.UTC(2026, 10, 7, 16), endTime: Date.UTC(2026, 10, 20, 16) };
  expect(chart('day', [sum('2026-11-09', 2)], request).bars).toEqual([
    ['2026-11-08', 0],
    ['2026-11-09', 2],
    ['2026-11-10', 0],
  ]);
  // A filter of exactly one day has one bar.
  const day = { startTime: Date.UTC(2026, 10, 8, 16), endTime: Date.UTC(2026, 10, 9, 16) };
  expect(chart('day', [sum('2026-11-09', 2)], day).bars).toEqual([['2026-11-09', 2]]);
});

test('charts the latest 1,000 days', () => {
  const { bars } = chart('day', [sum('2020-01-01', 1), sum('2026-11-09', 2)]);
  expect(bars).toHaveLength(1_000);
  expect(bars.at(-1)).toEqual(['2026-11-09', 2]);
});

test('sorts groups, and adds up those after the 20 largest', () => {
  // 1 to 23 landings: 23 to 4 have a bar, the others are 1 + 2 + 3.
  const rows = Array.from({ length: 23 }, (_, index) => sum(`B-${index + 1}`, index + 1));
  const { kind, bars } = chart('plane', rows);
  expect(kind).toBe('horizontalBar');
  expect(bars).toHaveLength(21);
  expect(bars[0]).toEqual(['B-23', 23]);
  expect(bars[19]).toEqual(['B-4', 4]);
  expect(bars[20]).toEqual(['Others (3)', 6]);
});

test('names legs without a known place, and has no bars without legs', () => {
  expect(chart('field', [sum('', 2)]).bars).toEqual([['Unknown place', 2]]);
  expect(chart('day', []).bars).toEqual([]);
});
