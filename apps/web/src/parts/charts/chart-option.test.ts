import { type ChartModel, type ChartUnit, highestIndex, isEmptyChart } from '@wakeline/charts/chart-model';
import { type ChartEnvironment, toChartOption, tooltipContent } from '@wakeline/charts/chart-option';
import { createSeriesColors } from '@wakeline/charts/series-colors';
import { timeLabels } from '@wakeline/charts/time-labels';
import { contrast } from '@wakeline/domain/colors/contrast';
import { describe, expect, test } from 'vitest';
import { formatDateTime } from '../../format/time.ts';
import { timeTicks } from '../../format/time-ticks.ts';
import { createPalette, DEFAULT_ACCENT } from '../../ui/palette.ts';

const HOUR = 3_600_000;

const hours: ChartUnit = {
  key: 'duration',
  name: 'h',
  isInteger: false,
  toAxis: (value) => value / HOUR,
  formatAxis: String,
  format: (value) => `${value / HOUR} hours`,
};
const count: ChartUnit = {
  key: 'count',
  name: '',
  isInteger: true,
  toAxis: (value) => value,
  formatAxis: String,
  format: String,
};

const environment: ChartEnvironment = {
  palette: createPalette('light', DEFAULT_ACCENT),
  fontFamily: 'sans-serif',
  time: {
    format: (time) => formatDateTime(time, 'Asia/Shanghai'),
    ticks: (from, to, maxTicks) => timeTicks(from, to, maxTicks, 'Asia/Shanghai'),
  },
  width: 880,
  reducedMotion: false,
  description: 'Flight time by day',
  renderTooltip: () => {
    throw new Error('not hovered');
  },
};

const byDay: ChartModel = {
  title: 'Flight time',
  kind: 'bar',
  axis: {
    kind: 'category',
    name: 'Day',
    categories: ['2026-11-01', '2026-11-02', '2026-11-03'],
    labels: ['11-01', '11-02', '11-03'],
  },
  series: [
    { key: 'time', name: 'Flight time', unit: hours, values: [2 * HOUR, 0, null] },
    { key: 'landings', name: 'Landings', unit: count, values: [3, 0, 1] },
  ],
};

const seriesOf = (model: ChartModel, changes: Partial<ChartEnvironment> = {}) =>
  toChartOption(model, { ...environment, ...changes }).series as readonly Record<string, unknown>[];

test('converts values to the unit of the axis and keeps gaps apart from zero', () => {
  expect(seriesOf(byDay).map(({ data }) => data)).toEqual([
    [2, 0, null],
    [3, 0, 1],
  ]);
});

test('gives each unit an axis of its own, integers for counts', () => {
  const { yAxis, xAxis } = toChartOption(byDay, environment);
  expect(yAxis).toMatchObject([{ name: 'h' }, { name: '', position: 'right', minInterval: 1 }]);
  expect(xAxis).toMatchObject({ type: 'category', data: ['11-01', '11-02', '11-03'] });
  expect(seriesOf(byDay).map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1]);
});

test('shares an axis between series of one unit, and stacks them on request', () => {
  const [time] = byDay.series;
  if (time === undefined) throw new Error('no series');
  const model: ChartModel = { ...byDay, isStacked: true, series: [time, { ...time, key: 'b', name: 'B' }] };
  expect(toChartOption(model, environment).yAxis).toHaveLength(1);
  expect(seriesOf(model).map(({ stack }) => stack)).toEqual(['duration', 'duration']);
});

test('draws horizontal bars from the top, with the names cut off on a phone', () => {
  const { xAxis, yAxis } = toChartOption(
    { ...byDay, kind: 'horizontalBar', series: byDay.series.slice(0, 1) },
    { ...environment, width: 340 },
  );
  expect(xAxis).toMatchObject([{ type: 'value', name: 'h' }]);
  // 32 % of 340.
  expect(yAxis).toMatchObject({ inverse: true, axisLabel: { width: 109, overflow: 'truncate' } });
});

test('does not animate if the system requests less motion', () => {
  expect(toChartOption(byDay, environment).animation).toBe(true);
  expect(toChartOption(byDay, { ...environment, reducedMotion: true }).animation).toBe(false);
});

test('has a description for screen readers', () => {
  expect(toChartOption(byDay, environment).aria).toEqual({
    enabled: true,
    label: { description: 'Flight time by day' },
  });
});

test('has a legend for several series only', () => {
  expect(toChartOption(byDay, environment).legend).toBeDefined();
  expect(toChartOption({ ...byDay, series: byDay.series.slice(0, 1) }, environment).legend).toBeUndefined();
});

test('lists all series of a position in the tooltip, with their units', () => {
  expect(tooltipContent(byDay, 0, null, environment)).toMatchObject({
    title: '2026-11-01',
    rows: [
      { name: 'Flight time', value: '2 hours', color: DEFAULT_ACCENT },
      { name: 'Landings', value: '3' },
    ],
  });
  expect(tooltipContent(byDay, 2, 0, environment).rows).toMatchObject([{ value: null }]);
});

describe('a time axis', () => {
  const start = Date.UTC(2026, 4, 1, 8);
  const line = (length: number): ChartModel => ({
    title: 'Speed',
    kind: 'line',
    axis: {
      kind: 'time',
      name: 'Time',
      times: Array.from({ length }, (_, index) => start + index * 60_000),
    },
    series: [
      {
        key: 'speed',
        name: 'Speed',
        unit: count,
        values: Array.from({ length }, (_, index) => (index === 1 ? null : index)),
      },
    ],
  });

  test('has round local times of the account', () => {
    // 16:00 to 18:00 in Shanghai, at most ten labels on 880 pixels: one each half hour (10 minutes would be twelve).
    const { customValues, formatter } = timeLabels(start, start + 2 * HOUR, environment);
    expect(customValues.map(formatter)).toEqual(['16:00', '16:30', '17:00', '17:30', '18:00']);
  });

  test('shows the day at midnight', () => {
    const { customValues, formatter } = timeLabels(start, start + 12 * HOUR, environment);
    expect(customValues.map(formatter)).toContain('2026-05-02');
  });

  test('breaks the line at a gap and samples long series', () => {
    expect(seriesOf(line(3))[0]).toMatchObject({
      data: [
        [start, 0],
        [start + 60_000, null],
        [start + 120_000, 2],
      ],
      connectNulls: false,
      sampling: 'lttb',
      showSymbol: true,
    });
    expect(toChartOption(line(3), environment).dataZoom).toBeUndefined();
    const [speed] = line(1_000).series.map((one) => ({
      ...one,
      values: one.values.map((value) => value ?? 1),
    }));
    expect(seriesOf({ ...line(1_000), series: speed ? [speed] : [] })[0]).toMatchObject({
      showSymbol: false,
    });
    expect(toChartOption(line(1_000), environment).dataZoom).toHaveLength(2);
  });

  test('marks values between gaps of a long line, which have no line', () => {
    const model = line(1_000);
    const [series] = model.series;
    if (series === undefined) throw new Error('no series');
    // Index 0 has no neighbour: 1 is a gap.
    const values = series.values.map((value, index) => (index === 500 || index === 502 ? null : value));
    const { symbol, showSymbol } = seriesOf({ ...model, series: [{ ...series, values }] })[0] as {
      symbol: (value: unknown, params: { dataIndex: number }) => string;
      showSymbol: boolean;
    };
    expect(showSymbol).toBe(true);
    expect([0, 1, 2, 500, 501, 502].filter((dataIndex) => symbol(null, { dataIndex }) === 'circle')).toEqual([
      0, 501,
    ]);
  });

  test('formats the time in the tooltip', () => {
    expect(tooltipContent(line(3), 0, null, environment).title).toBe('2026-05-01 16:00:00');
  });
});

test('leaves slices without a value out of a pie', () => {
  const model: ChartModel = { ...byDay, kind: 'pie', series: byDay.series.slice(0, 1) };
  expect(seriesOf(model)[0]?.data).toEqual([
    { name: '2026-11-01', value: 2 },
    { name: '2026-11-02', value: 0 },
    { name: '2026-11-03', value: '-' },
  ]);
});

test('has a cell of a heatmap for each value', () => {
  const [time] = byDay.series;
  if (time === undefined) throw new Error('no series');
  const option = toChartOption({ ...byDay, kind: 'heatmap', series: [time] }, environment);
  expect(option.series).toMatchObject([
    {
      data: [
        [0, 0, 2],
        [1, 0, 0],
      ],
    },
  ]);
  expect(option.visualMap).toMatchObject({ min: 0, max: 2, text: ['2 h', '0 h'] });
});

test('finds the highest value and empty charts', () => {
  expect(highestIndex({ values: [null, 2, 5, 5] })).toBe(2);
  expect(highestIndex({ values: [null] })).toBeNull();
  expect(isEmptyChart(byDay)).toBe(false);
  expect(isEmptyChart({ series: [{ key: 'a', name: 'A', unit: count, values: [null, null] }] })).toBe(true);
});

test.each(['light', 'dark'] as const)('has visible, different colours in the %s theme', (scheme) => {
  for (const themeColor of [DEFAULT_ACCENT, '#ffffff', '#e69f00', '#000000', '#00ff00']) {
    const palette = createPalette(scheme, themeColor);
    const colors = createSeriesColors(palette);
    expect(colors[0]).toBe(palette.accent);
    expect(new Set(colors).size).toBe(colors.length);
    expect(colors.length).toBeGreaterThanOrEqual(5);
    // WCAG 2.2, 1.4.11.
    for (const color of colors) expect(contrast(color, palette.surface)).toBeGreaterThanOrEqual(3);
  }
});
