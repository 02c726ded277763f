import { mix } from '@wakeline/domain/colors/contrast';
import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  DataZoomComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import {
  type ChartColors,
  type ChartModel,
  type ChartUnit,
  chartLength,
  positionText,
} from './chart-model.ts';
import { symbolsOf } from './line-symbols.ts';
import { createSeriesColors } from './series-colors.ts';
import { type ChartTime, timeLabels } from './time-labels.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | HeatmapSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | LegendComponentOption
  | AriaComponentOption
  | VisualMapComponentOption
  | DataZoomComponentOption
>;

/** What a chart depends on besides its model. */
export interface ChartEnvironment {
  readonly palette: ChartColors;
  readonly fontFamily: string;
  /** Time axes in the account's zone. */
  readonly time: ChartTime;
  /** Pixels. */
  readonly width: number;
  readonly reducedMotion: boolean;
  /** For screen readers. */
  readonly description: string;
  /**
   * Creates the tooltip's element. ECharts would parse a text as HTML, and names are text of users. Null: the chart is printed,
   * without tooltip, zoom and animation.
   */
  readonly renderTooltip: ((content: TooltipContent) => object) | null;
}

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly color: string;
    /** Null: no value. */
    readonly value: string | null;
  }[];
}

const FONT_SIZE = 12;
const MAX_BAR_WIDTH = 36;
/** More categories or times than this can be zoomed. */
const ZOOM_FROM = 120;
/** Animations in milliseconds. */
const MOTION_MS = 150;

type Axis = NonNullable<Exclude<ChartOption['xAxis'], readonly unknown[]>>;

/** The ECharts option of a chart. Values are converted to the user's units; null stays a gap. */
export function toChartOption(model: ChartModel, environment: ChartEnvironment): ChartOption {
  const { palette, fontFamily, reducedMotion, description, renderTooltip } = environment;
  const base: ChartOption = {
    textStyle: { fontFamily, fontSize: FONT_SIZE, color: palette.text },
    color: [...createSeriesColors(palette)],
    animation: renderTooltip !== null && !reducedMotion,
    animationDuration: MOTION_MS,
    animationDurationUpdate: MOTION_MS,
    ...(renderTooltip === null
      ? {}
      : {
          aria: { enabled: true, label: { description } },
          tooltip: createTooltip(model, environment, renderTooltip),
        }),
    ...createLegend(model, palette),
  };
  switch (model.kind) {
    case 'pie':
      return { ...base, series: createPie(model, palette) };
    case 'heatmap':
      return { ...base, ...createHeatmap(model, environment) };
    default:
      return { ...base, ...createCartesian(model, environment) };
  }
}

/** What the tooltip of a position has: all series of it, or one if `seriesIndex` is a number. */
export function tooltipContent(
  model: ChartModel,
  index: number,
  seriesIndex: number | null,
  { palette, time }: Pick<ChartEnvironment, 'palette' | 'time'>,
): TooltipContent {
  const colors = createSeriesColors(palette);
  const colorOf = (at: number) => colors[at % colors.length] ?? palette.accent;
  return {
    title: positionText(model, index, time.format),
    rows: model.series.flatMap(({ key, name, unit, values }, at) => {
      if (seriesIndex !== null && at !== seriesIndex) return [];
      const value = values[index] ?? null;
      const color = colorOf(model.kind === 'pie' ? index : at);
      return [{ key, name, color, value: value === null ? null : unit.format(value) }];
    }),
  };
}

function createTooltip(
  model: ChartModel,
  environment: ChartEnvironment,
  renderTooltip: NonNullable<ChartEnvironment['renderTooltip']>,
): TooltipComponentOption {
  const { palette } = environment;
  // ECharts takes an element or a text; this package is also used where there are no elements.
  const render = (content: TooltipContent) => renderTooltip(content) as unknown as string;
  const isItem = model.kind === 'pie' || model.kind === 'heatmap';
  return {
    trigger: isItem ? 'item' : 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: palette.surface,
    borderColor: palette.border,
    padding: [8, 12],
    textStyle: { color: palette.text, fontSize: FONT_SIZE },
    axisPointer: {
      type: model.kind === 'line' ? 'line' : 'shadow',
      lineStyle: { color: palette.muted },
      shadowStyle: { color: palette.muted, opacity: 0.12 },
    },
    formatter: (params) => {
      const first = Array.isArray(params) ? params[0] : params;
      if (first === undefined) return '';
      if (model.kind === 'heatmap') {
        // A cell is [category, row, value].
        const [index = 0, row = 0] = first.value as readonly number[];
        return render(tooltipContent(model, index, row, environment));
      }
      return render(tooltipContent(model, first.dataIndex, model.kind === 'pie' ? 0 : null, environment));
    },
  };
}

function createLegend({ kind, series }: ChartModel, palette: ChartColors): Pick<ChartOption, 'legend'> {
  if (kind === 'heatmap' || (kind !== 'pie' && series.length < 2)) return {};
  return {
    legend: {
      type: 'scroll',
      top: 0,
      left: 0,
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 12,
      textStyle: { color: palette.text, fontSize: FONT_SIZE },
      pageTextStyle: { color: palette.muted },
      pageIconColor: palette.text,
      pageIconInactiveColor: palette.border,
    },
  };
}

function createPie({ axis, series }: ChartModel, palette: ChartColors): PieSeriesOption[] {
  const [first] = series;
  if (first === undefined || axis.kind !== 'category') return [];
  return [
    {
      type: 'pie',
      name: first.name,
      radius: ['45%', '72%'],
      center: ['50%', '56%'],
      label: { color: palette.text, fontSize: FONT_SIZE },
      itemStyle: { borderColor: palette.surface, borderWidth: 1 },
      data: axis.categories.map((name, index) => {
        const value = first.values[index] ?? null;
        // ECharts leaves out '-'; null would be a slice of the smallest size.
        return { name, value: value === null ? '-' : first.unit.toAxis(value) };
      }),
    },
  ];
}

function createHeatmap(model: ChartModel, environment: ChartEnvironment): ChartOption {
  const { palette } = environment;
  const { axis, series } = model;
  const unit = series[0]?.unit;
  const cells = series.flatMap(({ values, unit: { toAxis } }, row) =>
    values.flatMap((value, index) => (value === null ? [] : [[index, row, toAxis(value)]])),
  );
  const highest = Math.max(1e-9, ...cells.map(([, , value]) => value ?? 0));
  const scaleText = (value: number) =>
    unit === undefined ? '' : `${unit.formatAxis(value)} ${unit.name}`.trimEnd();
  const labels = Array.from({ length: chartLength(model) }, (_, index) =>
    axis.kind === 'category' && axis.labels
      ? (axis.labels[index] ?? '')
      : positionText(model, index, environment.time.format),
  );
  return {
    grid: { ...GRID, bottom: 44 },
    xAxis: { ...categoryAxis(labels, palette), splitArea: { show: false } },
    yAxis: {
      ...categoryAxis(
        series.map(({ name }) => name),
        palette,
      ),
      axisLabel: rowLabel(environment.width, palette),
      inverse: true,
    },
    visualMap: {
      type: 'continuous',
      min: 0,
      max: highest,
      text: [scaleText(highest), scaleText(0)],
      calculable: false,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 12,
      inRange: { color: [mix(palette.surface, palette.accent, 0.12), palette.accent] },
      textStyle: { color: palette.muted },
    },
    series: [{ type: 'heatmap', data: cells, itemStyle: { borderColor: palette.surface, borderWidth: 1 } }],
  };
}

/** The grid contains the labels and names of its axes. */
const GRID = {
  left: 4,
  right: 8,
  top: 8,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
} as const;

function createCartesian(model: ChartModel, environment: ChartEnvironment): ChartOption {
  const { kind, series, isStacked } = model;
  const { palette, width } = environment;
  const units = [...new Map(series.map(({ unit }) => [unit.key, unit])).values()];
  const isHorizontal = kind === 'horizontalBar';
  const length = chartLength(model);
  const isZoomable = environment.renderTooltip !== null && !isHorizontal && length > ZOOM_FROM;
  const positions: Axis = isHorizontal
    ? { ...positionAxis(model, environment), inverse: true, axisLabel: rowLabel(width, palette) }
    : positionAxis(model, environment);
  const values = units.map((unit, index) => valueAxis(unit, index, isHorizontal, palette));
  const top = series.length > 1 ? 32 : 8;
  return {
    grid: { ...GRID, top, bottom: isZoomable ? 40 : 4 },
    xAxis: isHorizontal ? values : positions,
    // The options of both axes differ in nothing that is set here.
    yAxis: (isHorizontal ? positions : values) as NonNullable<ChartOption['yAxis']>,
    ...(isZoomable ? { dataZoom: createZoom(palette) } : {}),
    series: series.map(({ name, unit, values: numbers }): BarSeriesOption | LineSeriesOption => {
      const converted = numbers.map((value) => (value === null ? null : unit.toAxis(value)));
      const data =
        model.axis.kind === 'time'
          ? model.axis.times.map((time, index) => [time, converted[index] ?? null] as [number, number | null])
          : converted;
      const axisIndex = units.indexOf(units.find(({ key }) => key === unit.key) ?? unit);
      const stack = isStacked ? { stack: unit.key } : {};
      if (kind !== 'line')
        return {
          type: 'bar',
          name,
          data: data as number[],
          barMaxWidth: MAX_BAR_WIDTH,
          ...(isHorizontal ? { xAxisIndex: axisIndex } : { yAxisIndex: axisIndex }),
          ...stack,
        };
      return {
        type: 'line',
        name,
        data: data as number[],
        yAxisIndex: axisIndex,
        connectNulls: false,
        // Reduces lines of more values than pixels, with their peaks.
        sampling: 'lttb',
        symbolSize: 5,
        ...symbolsOf(numbers),
        lineStyle: { width: 2 },
        ...stack,
      };
    }),
  };
}

function positionAxis(model: ChartModel, environment: ChartEnvironment): Axis {
  const { axis } = model;
  const { palette } = environment;
  if (axis.kind === 'category') {
    const bars = categoryAxis([...(axis.labels ?? axis.categories)], palette);
    // The ends of a line are at the edges, where centred labels would be cut off.
    const ends = { alignMinLabel: 'left', alignMaxLabel: 'right' } as const;
    return model.kind === 'line' ? { ...bars, axisLabel: { ...bars.axisLabel, ...ends } } : bars;
  }
  const from = axis.times[0] ?? 0;
  const to = axis.times.at(-1) ?? 0;
  const { customValues, formatter } = timeLabels(from, to, environment);
  return {
    type: 'time',
    min: from,
    max: to,
    axisLine: { lineStyle: { color: palette.border } },
    axisTick: { show: true, customValues },
    axisLabel: { color: palette.muted, fontSize: FONT_SIZE, hideOverlap: true, customValues, formatter },
    splitLine: { show: false },
  };
}

function categoryAxis(labels: string[], palette: ChartColors) {
  return {
    type: 'category' as const,
    data: labels,
    axisLine: { lineStyle: { color: palette.border } },
    axisTick: { show: false },
    axisLabel: { color: palette.muted, fontSize: FONT_SIZE, hideOverlap: true },
  };
}

/** Names at the left of bars: all of them, cut off where they are long. */
function rowLabel(width: number, palette: ChartColors) {
  return {
    color: palette.text,
    fontSize: FONT_SIZE,
    interval: 0,
    width: Math.max(60, Math.min(180, Math.round(width * 0.32))),
    overflow: 'truncate' as const,
  };
}

function valueAxis(unit: ChartUnit, index: number, isHorizontal: boolean, palette: ChartColors): Axis {
  const isSecond = index > 0;
  return {
    type: 'value',
    name: unit.name,
    nameTextStyle: { color: palette.muted, fontSize: FONT_SIZE, align: isSecond ? 'right' : 'left' },
    ...(isHorizontal ? { nameLocation: 'end' as const, nameGap: 8 } : {}),
    ...(isSecond ? { position: isHorizontal ? ('top' as const) : ('right' as const) } : {}),
    ...(unit.isInteger ? { minInterval: 1 } : {}),
    axisLabel: {
      color: palette.muted,
      fontSize: FONT_SIZE,
      hideOverlap: true,
      formatter: (value: number) => unit.formatAxis(value),
    },
    // Two sets of lines would not coincide.
    splitLine: { show: !isSecond, lineStyle: { color: palette.border } },
  } as Axis;
}

function createZoom(palette: ChartColors): DataZoomComponentOption[] {
  return [
    // The wheel scrolls the page.
    { type: 'inside', zoomOnMouseWheel: 'ctrl' },
    {
      type: 'slider',
      height: 24,
      bottom: 4,
      showDetail: false,
      brushSelect: false,
      borderColor: palette.border,
      fillerColor: mix(palette.surface, palette.accent, 0.16),
      handleStyle: { color: palette.surface, borderColor: palette.field },
      moveHandleStyle: { color: palette.field },
      dataBackground: { lineStyle: { color: palette.muted }, areaStyle: { color: palette.border } },
      selectedDataBackground: {
        lineStyle: { color: palette.accent },
        areaStyle: { color: palette.selected },
      },
    },
  ];
}
