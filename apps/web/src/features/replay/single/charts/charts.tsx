import { IconZoomReset } from '@tabler/icons-react';
import { seek } from '@wakeline/domain/replay/replay-clock';
import type { Track } from '@wakeline/domain/tracks/track';
import { Button, Segmented } from 'antd';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLocalStorage } from '../../../../ui/local-storage.ts';
import { usePhone } from '../../../../ui/media.ts';
import { useShortcuts } from '../../../../ui/use-shortcuts.ts';
import { useWidth } from '../../../../ui/use-width.ts';
import { type ClockStore, useClock } from '../../core/clock-store.ts';
import type { HoverStore } from '../hover-store.ts';
import { AXES, type Axis, type AxisKind, createAxis, type Span, shareAt } from './axis.ts';
import { AxisLabels } from './axis-labels.tsx';
import styles from './charts.module.css';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';
import { Plot } from './plot.tsx';
import { knownSeries, SERIES, type SeriesName } from './series.ts';
import { useChartPointer } from './use-chart-pointer.ts';

interface ChartsProps {
  readonly track: Track;
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
  /** The visible range; null: all. */
  readonly span: Span | null;
  readonly onSpanChange: (span: Span | null) => void;
  readonly onChangeComplete: () => void;
}

const HEIGHT = 78;
const PHONE_HEIGHT = 66;

const parseSeries = (stored: unknown): SeriesName[] | null =>
  Array.isArray(stored) ? SERIES.filter((name) => stored.includes(name)) : null;
const parseAxis = (stored: unknown): AxisKind | null => AXES.find((kind) => kind === stored) ?? null;

/** Charts of speed, altitude, battery, signal and satellites, stacked over the same axis. */
export function Charts({ track, clock, hoverStore, span, onSpanChange, onChangeComplete }: ChartsProps) {
  const { t } = useTranslation('replaySingle');
  const { formatDateTime } = useFormat();
  const phone = usePhone();
  const [kind, setKind] = useLocalStorage<AxisKind>('historyAxis', 'time', parseAxis);
  const [selectedNames, setSelectedNames] = useLocalStorage<SeriesName[]>(
    'historyCharts',
    ['speed', 'altitude'],
    parseSeries,
  );
  const known = useMemo(() => knownSeries(track), [track]);
  const missing = SERIES.filter((name) => !known.includes(name));
  const visibleSeries = known.filter((name) => selectedNames.includes(name));
  const axis = useMemo(() => createAxis(track, kind, span), [track, kind, span]);
  const [width, measure] = useWidth();
  const { band, handlers } = useChartPointer({
    track,
    axis,
    hoverStore,
    now: () => clock.get().time,
    onSeek(time) {
      clock.change((before) => seek(before, time));
      onChangeComplete();
    },
    onSpanChange,
  });
  useShortcuts(span === null ? [] : ['Escape'], (event) => {
    event.preventDefault();
    onSpanChange(null);
  });
  const second = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

  return (
    <section className={styles.charts} aria-label={t('charts.title')}>
      <header>
        <fieldset className={styles.series} aria-label={t('charts.which')}>
          {known.map((name) => (
            <Button
              key={name}
              size="small"
              type="text"
              aria-pressed={selectedNames.includes(name)}
              onClick={() =>
                setSelectedNames(
                  SERIES.filter((one) =>
                    one === name ? !selectedNames.includes(one) : selectedNames.includes(one),
                  ),
                )
              }
            >
              {t(`charts.${name}`)}
            </Button>
          ))}
          {missing.length > 0 && (
            <span className={styles.missing}>
              {t('charts.missing', {
                names: missing.map((name) => t(`charts.${name}`)).join(t('charts.comma')),
              })}
            </span>
          )}
        </fieldset>
        {span !== null && (
          <Button size="small" icon={<IconZoomReset size={16} />} onClick={() => onSpanChange(null)}>
            {t('charts.full')}
          </Button>
        )}
        <Segmented
          size="small"
          aria-label={t('charts.axis')}
          value={kind}
          options={AXES.map((value) => ({ value, label: t(`charts.over.${value}`) }))}
          onChange={setKind}
        />
      </header>
      {visibleSeries.length === 0 ? (
        <p className={styles.none}>{t(known.length === 0 ? 'charts.noValues' : 'charts.choose')}</p>
      ) : (
        <div
          ref={measure}
          className={styles.plots}
          role="slider"
          tabIndex={0}
          aria-label={t('charts.moment')}
          aria-valuemin={track.time[0] ?? 0}
          aria-valuemax={track.time.at(-1) ?? 0}
          aria-valuenow={second}
          aria-valuetext={formatDateTime(second)}
          {...handlers}
        >
          {visibleSeries.map((name) => (
            <Plot
              key={name}
              name={name}
              track={track}
              axis={axis}
              width={width}
              height={phone ? PHONE_HEIGHT : HEIGHT}
              clock={clock}
              hoverStore={hoverStore}
            />
          ))}
          <div className={styles.overlay} style={{ left: PLOT_LEFT, right: PLOT_RIGHT }}>
            {band !== null && (
              <span
                className={styles.band}
                style={{
                  left: percent(Math.min(band.from, band.to)),
                  right: percent(1 - Math.max(band.from, band.to)),
                }}
              />
            )}
            <CursorLines track={track} axis={axis} clock={clock} hoverStore={hoverStore} />
          </div>
          <AxisLabels axis={axis} width={Math.max(1, width - PLOT_LEFT - PLOT_RIGHT)} />
        </div>
      )}
    </section>
  );
}

interface LinesProps {
  readonly track: Track;
  readonly axis: Axis;
  readonly clock: ClockStore;
  readonly hoverStore: HoverStore;
}

/** Vertical lines at the current and the hovered time across all charts, moved without React. */
function CursorLines({ track, axis, clock, hoverStore }: LinesProps) {
  const now = useRef<HTMLSpanElement>(null);
  const hovered = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const draw = () => {
      positionLine(now.current, shareAt(track, axis, clock.get().time));
      const { time } = hoverStore.getState();
      positionLine(hovered.current, time === null ? null : shareAt(track, axis, time));
    };
    draw();
    const stops = [clock.subscribe(draw), hoverStore.subscribe(draw)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [track, axis, clock, hoverStore]);
  return (
    <>
      <span ref={hovered} className={styles.hovered} />
      <span ref={now} className={styles.now} />
    </>
  );
}

function positionLine(line: HTMLElement | null, share: number | null): void {
  if (line === null) return;
  const isVisible = share !== null && share >= 0 && share <= 1;
  line.hidden = !isVisible;
  if (isVisible) line.style.left = `${share * 100}%`;
}
