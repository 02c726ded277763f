import { type ChartColors, type ChartModel, type ChartUnit, chartLength } from '@wakeline/charts/chart-model';
import { toChartOption } from '@wakeline/charts/chart-option';
import type { Language } from '@wakeline/contract/entities/user-config';
import { BarChart, HeatmapChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, VisualMapContinuousComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { PrintedChart, PrintedUnit } from './pdf-content.ts';
import type { PdfFont } from './pdf-font.ts';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
]);

const HEIGHT = 240;
/** Pixels for each category of horizontal bars and each row of a heat map, and for the axes. */
const ROW_HEIGHT = 20;
const AXIS_HEIGHT = 44;

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const UNITS: Readonly<
  Record<PrintedUnit, { readonly name: (language: Language) => string; readonly by: number }>
> = {
  count: { name: () => '', by: 1 },
  duration: { name: (language) => (language === 'zh_CN' ? '小时' : 'h'), by: 3_600_000 },
  distance: { name: () => 'km', by: 1_000 },
  speed: { name: () => 'km/h', by: 1 },
};

function toUnit(key: PrintedUnit, language: Language): ChartUnit {
  const { name, by } = UNITS[key];
  const format = (value: number) => numbers.format(value);
  return {
    ...{ key, name: name(language), isInteger: key === 'count' },
    ...{ toAxis: (value) => value / by, formatAxis: format, format },
  };
}

/** Pixels of a printed chart. */
export function heightOf(chart: PrintedChart): number {
  if (chart.kind === 'horizontalBar')
    return chartLength(chart) * ROW_HEIGHT * Math.max(1, chart.series.length / 2) + AXIS_HEIGHT;
  if (chart.kind === 'heatmap') return Math.max(HEIGHT, chart.series.length * ROW_HEIGHT + 2 * AXIS_HEIGHT);
  return HEIGHT;
}

/** Draws a chart as the console does, as an SVG document of this width. */
export function chartSvg(
  chart: PrintedChart,
  {
    width,
    colors,
    language,
    font,
  }: {
    readonly width: number;
    readonly colors: ChartColors;
    readonly language: Language;
    readonly font: PdfFont;
  },
): string {
  // Names are cut off at the width that they have in the file.
  setPlatformAPI({
    measureText: (text, style) => {
      const size = Number(/([\d.]+)px/.exec(style ?? '')?.[1] ?? 12);
      return { width: font.widthOf(font.printable(text), size) };
    },
  });
  const model: ChartModel = {
    ...chart,
    series: chart.series.map((series) => ({ ...series, unit: toUnit(series.unit, language) })),
  };
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height: heightOf(chart) });
  drawn.setOption(
    toChartOption(model, {
      ...{ palette: colors, fontFamily: 'sans-serif', width, reducedMotion: true, description: chart.title },
      time: NO_TIME_AXIS,
      renderTooltip: null,
    }),
  );
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}

function noTimeAxis(): never {
  throw new Error('charts of files have no time axis');
}

const NO_TIME_AXIS = { format: noTimeAxis, ticks: noTimeAxis };
