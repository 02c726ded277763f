import type { ChartModel } from '@wakeline/charts/chart-model';
import { type ChartOption, type TooltipContent, toChartOption } from '@wakeline/charts/chart-option';
import { type ChartTime, timeLabels } from '@wakeline/charts/time-labels';
import { Button, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../format/time.ts';
import { timeTicks } from '../../format/time-ticks.ts';
import { useFormat } from '../../format/use-format.ts';
import { useBranding } from '../../service/branding.ts';
import { loadWithTimeout } from '../../service/chunk-failure.ts';
import { useColorScheme } from '../../ui/color-scheme.ts';
import { useReducedMotion } from '../../ui/media.ts';
import { createPalette, DEFAULT_ACCENT } from '../../ui/palette.ts';
import { useRenderScale } from '../../ui/render-scale.ts';
import { useWidth } from '../../ui/use-width.ts';
import styles from './charts.module.css';

type Library = typeof import('./echarts.ts');
type Chart = ReturnType<Library['init']>;

interface ChartCanvasProps {
  readonly model: ChartModel;
  /** For screen readers. */
  readonly description: string;
  /** Pixels. */
  readonly height: number;
}

/** Draws a chart; loads the library on first use. */
export function ChartCanvas({ model, description, height }: ChartCanvasProps) {
  const { t } = useTranslation('app');
  const [library, setLibrary] = useState<Library | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each attempt
  useEffect(() => {
    let cancelled = false;
    setLibrary(null);
    loadWithTimeout(() => import('./echarts.ts')).then(
      (loaded) => cancelled || setLibrary(loaded),
      (error: unknown) => {
        reportError(error);
        if (!cancelled) setLibrary('failed');
      },
    );
    return () => {
      cancelled = true;
    };
  }, [attempt]);

  if (library === null)
    return (
      <div className={styles.waiting} style={{ height }}>
        <Skeleton.Node active className={styles.skeleton ?? ''} />
      </div>
    );
  if (library === 'failed')
    return (
      <div className={styles.failure} role="alert">
        {t('chart.failed')}
        <Button onClick={() => setAttempt(attempt + 1)}>{t('action.retry')}</Button>
      </div>
    );
  return <DrawnChart library={library} model={model} description={description} height={height} />;
}

function DrawnChart({ library, model, description, height }: ChartCanvasProps & { library: Library }) {
  const { timeZone } = useFormat();
  const { themeColor } = useBranding();
  const colorScheme = useColorScheme();
  const reducedMotion = useReducedMotion();
  const scale = useRenderScale();
  const [width, measure] = useWidth();
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const option = useMemo(
    () =>
      toChartOption(model, {
        palette: createPalette(colorScheme, themeColor ?? DEFAULT_ACCENT),
        fontFamily: getComputedStyle(document.body).fontFamily,
        time: chartTime(timeZone),
        width,
        reducedMotion,
        description,
        renderTooltip,
      }),
    [model, colorScheme, themeColor, timeZone, width, reducedMotion, description],
  );

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const created = library.init(element, null, { devicePixelRatio: devicePixelRatio * scale });
    chart.current = created;
    return () => {
      chart.current = null;
      created.dispose();
    };
  }, [library, scale]);

  // An element that is not laid out yet has no width; the drawing would be empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale creates another drawing
  useEffect(() => {
    if (width > 0) chart.current?.resize({ width, height });
  }, [width, height, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale creates another drawing
  useEffect(() => {
    const drawn = chart.current;
    if (drawn === null || width === 0) return;
    // Other series, axes or categories must not keep parts of the last ones.
    drawn.setOption(option, { notMerge: true });
    const onZoom = () => relabel(drawn, model, width, timeZone);
    drawn.on('datazoom', onZoom);
    return () => void drawn.off('datazoom', onZoom);
  }, [option, model, width, timeZone, scale]);

  return (
    <div ref={measure} className={styles.frame} style={{ height }}>
      <div ref={container} className={styles.canvas} style={{ height }} />
    </div>
  );
}

function chartTime(timeZone: string): ChartTime {
  return {
    format: (time) => formatDateTime(time, timeZone),
    ticks: (from, to, maxTicks) => timeTicks(from, to, maxTicks, timeZone),
  };
}

/** Replaces the labels of a time axis by those of the range to which the user has zoomed. */
function relabel(chart: Chart, { axis }: ChartModel, width: number, timeZone: string): void {
  if (axis.kind !== 'time') return;
  const [zoom] =
    (chart.getOption() as { dataZoom?: readonly { start: number; end: number }[] }).dataZoom ?? [];
  if (zoom === undefined) return;
  const first = axis.times[0] ?? 0;
  const span = (axis.times.at(-1) ?? 0) - first;
  const labels = timeLabels(first + (span * zoom.start) / 100, first + (span * zoom.end) / 100, {
    width,
    time: chartTime(timeZone),
  });
  const change: ChartOption = {
    xAxis: { type: 'time', axisLabel: labels, axisTick: { customValues: labels.customValues } },
  };
  chart.setOption(change);
}

function renderTooltip({ title, rows }: TooltipContent): HTMLElement {
  const root = document.createElement('div');
  root.className = styles.tooltip ?? '';
  root.append(createText('strong', title));
  for (const { name, color, value } of rows) {
    const row = document.createElement('div');
    const marker = document.createElement('i');
    marker.style.background = color;
    row.append(marker, createText('span', name), createText('b', value ?? '—'));
    root.append(row);
  }
  return root;
}

function createText(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
