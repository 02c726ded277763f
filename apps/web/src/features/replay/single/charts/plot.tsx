import { indexAt, nanToNull } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useColorScheme } from '../../../../ui/color-scheme.ts';
import type { ClockStore } from '../../core/clock-store.ts';
import type { HoverStore } from '../hover-store.ts';
import { type Axis, timeAt } from './axis.ts';
import styles from './charts.module.css';
import { computeColumns, computeStatistics } from './columns.ts';
import { drawPlot, PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, PLOT_TOP } from './draw-plot.ts';
import { createValueScale } from './scale.ts';
import { type QuantityText, SERIES_OF, type SeriesName } from './series.ts';

interface PlotProps {
  readonly name: SeriesName;
  readonly track: Track;
  readonly axis: Axis;
  /** Total size in pixels, including labels. */
  readonly width: number;
  readonly height: number;
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
}

/**
 * Minimum pixels between two ticks. Not all of them are labelled, but a finer step lets the edges fit the values more
 * closely.
 */
const TICK_SPACING = 12;

/**
 * The chart of one value. It is redrawn when track, axis or size change; its current value follows the clock without
 * React.
 */
export function Plot({ name, track, axis, width, height, clock, hoverStore }: PlotProps) {
  const { t } = useTranslation('replaySingle');
  const format = useFormat();
  const { formatDateTime } = format;
  const formatText = useQuantityText();
  const flavour = useColorScheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { column, rule, toScaleUnit } = SERIES_OF[name];
  const values = column(track);
  const plotWidth = Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
  const start = timeAt(track, axis, 0);
  const end = timeAt(track, axis, 1);
  const statistics = useMemo(
    () => computeStatistics(values, Math.max(0, indexAt(track, start)), indexAt(track, end)),
    [values, track, start, end],
  );
  const columns = useMemo(
    () => computeColumns(track, values, axis.x, { from: axis.from, to: axis.to, width: plotWidth }),
    [track, values, axis, plotWidth],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another flavour changes the colours of the page
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (canvas.current === null || context === null) return;
    const ratio = devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const page = getComputedStyle(canvas.current);
    const colour = (variable: string) => page.getPropertyValue(variable).trim();
    context.font = `12px ${page.fontFamily}`;
    const min = toScaleUnit(statistics?.min ?? 0, format);
    const max = toScaleUnit(statistics?.max ?? 0, format);
    const maxParts = Math.max(2, Math.floor((height - PLOT_TOP - PLOT_BOTTOM) / TICK_SPACING));
    drawPlot(
      context,
      {
        columns,
        scale: createValueScale(min, max, rule, maxParts),
        toScaleUnit: (value) => toScaleUnit(value, format),
        width: plotWidth,
        height,
      },
      { line: colour('--wl-accent'), grid: colour('--wl-border'), text: colour('--wl-muted') },
    );
  }, [columns, statistics, rule, toScaleUnit, format, width, plotWidth, height, flavour]);

  const description =
    statistics === null
      ? t('charts.noneHere', { name: t(`charts.${name}`) })
      : t('charts.figures', {
          name: t(`charts.${name}`),
          min: formatText(SERIES_OF[name].format(statistics.min, format)),
          max: formatText(SERIES_OF[name].format(statistics.max, format)),
          mean: formatText(SERIES_OF[name].format(statistics.mean, format)),
          start: formatDateTime(start),
          end: formatDateTime(end),
        });
  return (
    <figure className={styles.plot} style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={description} style={{ width, height }} />
      <figcaption aria-hidden="true">
        {t(`charts.${name}`)}
        <Reading name={name} track={track} clock={clock} hoverStore={hoverStore} />
      </figcaption>
    </figure>
  );
}

/** The value at the hovered time, or else at the current time; written without React. */
function Reading({
  name,
  track,
  clock,
  hoverStore,
}: Pick<PlotProps, 'name' | 'track' | 'clock' | 'hoverStore'>) {
  const units = useFormat();
  const formatText = useQuantityText();
  const text = useRef<HTMLSpanElement>(null);
  // The function changes at each render.
  const [latest] = useState({ formatText });
  latest.formatText = formatText;
  useEffect(() => {
    const { column, format: asText } = SERIES_OF[name];
    const values = column(track);
    const read = () => {
      const at = Math.max(0, indexAt(track, hoverStore.getState().time ?? clock.get().time));
      const value = nanToNull(values[at]);
      const next = value === null ? '–' : latest.formatText(asText(value, units));
      if (text.current !== null && text.current.textContent !== next) text.current.textContent = next;
    };
    read();
    const stops = [clock.subscribe(read), hoverStore.subscribe(read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [name, track, clock, hoverStore, units, latest]);
  return <span ref={text} className={styles.reading} />;
}

/** Formats a value with its unit as text. */
export function useQuantityText(): (value: QuantityText) => string {
  const { t } = useTranslation('format');
  return (quantity) => {
    if (typeof quantity === 'string') return quantity;
    const hasNoSpace = quantity.unit === 'percent' || quantity.unit === 'degrees';
    return `${quantity.value}${hasNoSpace ? '' : ' '}${t(`unit.${quantity.unit}`)}`;
  };
}
