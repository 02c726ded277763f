import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useWidth } from '../../../../ui/use-width.ts';
import type { ClockStore } from '../clock-store.ts';
import { daysBetween, silencesOf, type TimedTrack, writtenDays } from './spans.ts';
import styles from './timeline.module.css';
import { writeElapsed } from './typed-time.ts';
import { useScrub } from './use-scrub.ts';

/** Something that happened at a time of a replay. */
export interface DockMark {
  readonly key: string | number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** As CSS writes it. */
  readonly color: string;
  /** What it was, in words. */
  readonly label: string;
}

interface TimelineProps {
  readonly tracks: readonly TimedTrack[];
  readonly marks: readonly DockMark[];
  readonly clock: ClockStore;
  /** Whether times are milliseconds since the start. */
  readonly elapsed: boolean;
  /** After a jump, when the hand has let go. */
  readonly onSettled: () => void;
}

/** What is narrower than this share of the line is not seen. */
const SHORTEST = 1 / 1_500;

/** The time of a replay as a line: what is behind, silences, stays, days and marks, and the hand that can be dragged. */
export function Timeline({ tracks, marks, clock, elapsed, onSettled }: TimelineProps) {
  const { t } = useTranslation('replay');
  const { dateTime } = useFormat();
  const { box, start, end, now, hand, slider } = useScrub(clock, onSettled);

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
        aria-valuetext={elapsed ? writeElapsed(now) : dateTime(now)}
      >
        <span className={styles.rail} />
        <span className={styles.behind} style={{ width: `${hand * 100}%` }} />
        <TimelineGround tracks={tracks} marks={marks} start={start} end={end} elapsed={elapsed} />
        <span className={styles.hand} style={{ left: `${hand * 100}%` }} />
      </div>
      <TimelineWords start={start} end={end} elapsed={elapsed} />
    </div>
  );
}

interface TimelineGroundProps extends Pick<TimelineProps, 'tracks' | 'marks' | 'elapsed'> {
  readonly start: number;
  readonly end: number;
}

/** What does not move on the line. */
function TimelineGround({ tracks, marks, start, end, elapsed }: TimelineGroundProps) {
  const { t } = useTranslation('replay');
  const { span, timeZone } = useFormat();
  const length = Math.max(1, end - start);
  const share = (time: number) => `${((time - start) / length) * 100}%`;
  const silences = useMemo(
    () => silencesOf(tracks, { from: start, to: end }, length * SHORTEST),
    [tracks, start, end, length],
  );
  // Those of many devices would cover the line.
  const stays = useMemo(
    () =>
      tracks.length === 1
        ? (tracks[0]?.stays ?? []).filter(
            ({ startTime, endTime }) => endTime - startTime >= length * SHORTEST,
          )
        : [],
    [tracks, length],
  );
  const days = useMemo(
    () => (elapsed ? [] : daysBetween({ from: start, to: end }, timeZone)),
    [start, end, timeZone, elapsed],
  );
  const ticks = useMemo(() => thinned(marks, start, length), [marks, start, length]);
  return (
    <>
      {stays.map(({ startTime, endTime }) => (
        <span
          key={startTime}
          className={styles.stay}
          title={t('stay', { span: span(endTime - startTime) })}
          style={{ left: share(startTime), width: `${((endTime - startTime) / length) * 100}%` }}
        />
      ))}
      {silences.map(({ from, to }) => (
        <span
          key={from}
          className={styles.gap}
          title={t('gap', { span: span(to - from) })}
          style={{ left: share(from), width: `${((to - from) / length) * 100}%` }}
        />
      ))}
      {days.map((day) => (
        <span key={day} className={styles.day} style={{ left: share(day) }} />
      ))}
      {ticks.map(({ key, time, color, label }) => (
        <span
          key={key}
          className={styles.mark}
          title={label}
          style={{ left: share(time), background: color }}
        />
      ))}
    </>
  );
}

/** Marks that would lie on one another are one. */
function thinned(marks: readonly DockMark[], start: number, length: number): DockMark[] {
  const shown = new Map<string, DockMark>();
  for (const mark of marks) {
    const place = Math.round((mark.time - start) / (length * SHORTEST));
    if (mark.time >= start && mark.time <= start + length) shown.set(`${place} ${mark.color}`, mark);
  }
  return [...shown.values()];
}

/** Start, days and end below the line; the slider says the same. */
function TimelineWords({ start, end, elapsed }: Omit<TimelineGroundProps, 'tracks' | 'marks'>) {
  const { dateTime, monthDay, timeZone } = useFormat();
  const [width, words] = useWidth();
  const length = Math.max(1, end - start);
  const span = { from: start, to: end };
  const days = elapsed ? [] : writtenDays(daysBetween(span, timeZone), span, width);
  const word = (time: number) => (elapsed ? writeElapsed(time) : dateTime(time).slice(5, 16));
  return (
    <div ref={words} className={styles.words} aria-hidden>
      <span>{word(start)}</span>
      {days.map((day) => (
        <span key={day} className={styles.dayWord} style={{ left: `${((day - start) / length) * 100}%` }}>
          {monthDay(day)}
        </span>
      ))}
      <span>{word(end)}</span>
    </div>
  );
}
