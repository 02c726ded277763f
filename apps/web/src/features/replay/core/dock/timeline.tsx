import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useWidth } from '../../../../ui/use-width.ts';
import type { ClockStore } from '../clock-store.ts';
import { formatElapsed } from './parse-time.ts';
import { daysBetween, findInactivePeriods, selectDayLabels, type TimedTrack } from './spans.ts';
import styles from './timeline.module.css';
import { useScrub } from './use-scrub.ts';

/** An event at a time of a replay. */
export interface TimelineMarker {
  readonly key: string | number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** CSS colour. */
  readonly color: string;
  /** Description. */
  readonly label: string;
}

interface TimelineProps {
  readonly tracks: readonly TimedTrack[];
  readonly markers: readonly TimelineMarker[];
  readonly clock: ClockStore;
  /** Whether times are milliseconds since the start. */
  readonly elapsed: boolean;
  /** Called after a seek, when the pointer is released. */
  readonly onChangeComplete: () => void;
}

/** Anything narrower than this share of the line is not visible. */
const MIN_SHARE = 1 / 1_500;

/**
 * The timeline of a replay: elapsed part, inactive periods, stays, days, markers, and a thumb that can be dragged.
 */
export function Timeline({ tracks, markers, clock, elapsed, onChangeComplete }: TimelineProps) {
  const { t } = useTranslation('replay');
  const { formatDateTime } = useFormat();
  const { box, start, end, now, progress, slider } = useScrub(clock, onChangeComplete);

  return (
    <div className={styles.timeline}>
      <div
        {...slider}
        ref={box}
        className={styles.line}
        role="slider"
        tabIndex={0}
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={now}
        aria-label={t('position')}
        aria-valuetext={elapsed ? formatElapsed(now) : formatDateTime(now)}
      >
        <span className={styles.rail} />
        <span className={styles.elapsed} style={{ width: `${progress * 100}%` }} />
        <TimelineBackground tracks={tracks} markers={markers} start={start} end={end} elapsed={elapsed} />
        <span className={styles.thumb} style={{ left: `${progress * 100}%` }} />
      </div>
      <TimelineLabels start={start} end={end} elapsed={elapsed} />
    </div>
  );
}

interface TimelineBackgroundProps extends Pick<TimelineProps, 'tracks' | 'markers' | 'elapsed'> {
  readonly start: number;
  readonly end: number;
}

/** The static content of the line. */
function TimelineBackground({ tracks, markers, start, end, elapsed }: TimelineBackgroundProps) {
  const { t } = useTranslation('replay');
  const { formatSpan, timeZone } = useFormat();
  const length = Math.max(1, end - start);
  const toPercent = (time: number) => `${((time - start) / length) * 100}%`;
  const inactive = useMemo(
    () => findInactivePeriods(tracks, { from: start, to: end }, length * MIN_SHARE),
    [tracks, start, end, length],
  );
  // Stays of several devices would cover the line.
  const stays = useMemo(
    () =>
      tracks.length === 1
        ? (tracks[0]?.stays ?? []).filter(
            ({ startTime, endTime }) => endTime - startTime >= length * MIN_SHARE,
          )
        : [],
    [tracks, length],
  );
  const days = useMemo(
    () => (elapsed ? [] : daysBetween({ from: start, to: end }, timeZone)),
    [start, end, timeZone, elapsed],
  );
  const ticks = useMemo(() => mergeOverlapping(markers, start, length), [markers, start, length]);
  return (
    <>
      {stays.map(({ startTime, endTime }) => (
        <span
          key={startTime}
          className={styles.stay}
          title={t('stay', { span: formatSpan(endTime - startTime) })}
          style={{ left: toPercent(startTime), width: `${((endTime - startTime) / length) * 100}%` }}
        />
      ))}
      {inactive.map(({ from, to }) => (
        <span
          key={from}
          className={styles.gap}
          title={t('gap', { span: formatSpan(to - from) })}
          style={{ left: toPercent(from), width: `${((to - from) / length) * 100}%` }}
        />
      ))}
      {days.map((day) => (
        <span key={day} className={styles.day} style={{ left: toPercent(day) }} />
      ))}
      {ticks.map(({ key, time, color, label }) => (
        <span
          key={key}
          className={styles.marker}
          title={label}
          style={{ left: toPercent(time), background: color }}
        />
      ))}
    </>
  );
}

/** Merges markers that would overlap. */
function mergeOverlapping(
  markers: readonly TimelineMarker[],
  start: number,
  length: number,
): TimelineMarker[] {
  const merged = new Map<string, TimelineMarker>();
  for (const marker of markers) {
    const slot = Math.round((marker.time - start) / (length * MIN_SHARE));
    if (marker.time >= start && marker.time <= start + length) merged.set(`${slot} ${marker.color}`, marker);
  }
  return [...merged.values()];
}

/** Start, days and end below the line; hidden from screen readers, because the slider has the same text. */
function TimelineLabels({ start, end, elapsed }: Omit<TimelineBackgroundProps, 'tracks' | 'markers'>) {
  const { formatDateTime, formatMonthDay, timeZone } = useFormat();
  const [width, labelsRef] = useWidth();
  const length = Math.max(1, end - start);
  const span = { from: start, to: end };
  const days = elapsed ? [] : selectDayLabels(daysBetween(span, timeZone), span, width);
  const formatTime = (time: number) => (elapsed ? formatElapsed(time) : formatDateTime(time).slice(5, 16));
  return (
    <div ref={labelsRef} className={styles.labels} aria-hidden>
      <span>{formatTime(start)}</span>
      {days.map((day) => (
        <span key={day} className={styles.dayLabel} style={{ left: `${((day - start) / length) * 100}%` }}>
          {formatMonthDay(day)}
        </span>
      ))}
      <span>{formatTime(end)}</span>
    </div>
  );
}
