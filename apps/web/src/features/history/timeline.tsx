import { seek } from '@wakeline/domain/replay-clock';
import type { Track } from '@wakeline/domain/track';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { startOfDay } from '../../format/zone.ts';
import { type ClockStore, useClock } from '../replay/clock-store.ts';
import { gapsOf } from './gaps.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly track: Track;
  readonly clock: ClockStore;
  /** After a jump, when the hand has let go. */
  readonly onSettled: () => void;
}

/** Gaps narrower than this share of the line are not seen. */
const SHORTEST_GAP = 1 / 1_500;
/** More day marks than this would be a comb. */
const MOST_DAYS = 40;
/** Share of the line that a key moves by. */
const KEY_STEP = 0.01;

/** The time of a track as a line: what is behind, silences, days, and the hand that can be dragged. */
export function Timeline({ track, clock, onSettled }: TimelineProps) {
  const { t } = useTranslation('history');
  const { dateTime, monthDay, span, timeZone } = useFormat();
  const line = useRef<HTMLDivElement>(null);
  const start = track.time[0] ?? 0;
  const end = track.time.at(-1) ?? start;
  const length = Math.max(1, end - start);
  const share = (time: number) => `${((time - start) / length) * 100}%`;
  // A tenth of a pixel is as fine as the hand can be drawn.
  const hand = useClock(clock, ({ time }) => Math.round(((time - start) / length) * 20_000) / 20_000);
  const now = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const gaps = useMemo(() => gapsOf(track, length * SHORTEST_GAP), [track, length]);
  const days = useMemo(() => daysBetween(start, end, timeZone), [start, end, timeZone]);

  function scrub({ clientX }: PointerEvent): void {
    const box = line.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    clock.change((before) => seek(before, start + ((clientX - box.left) / box.width) * length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: KEY_STEP, ArrowUp: KEY_STEP, ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP }[
      event.key
    ];
    const to = event.key === 'Home' ? start : event.key === 'End' ? end : null;
    if (step === undefined && to === null) return;
    event.preventDefault();
    clock.change((before) => seek(before, to ?? before.time + (step ?? 0) * length));
    onSettled();
  }

  return (
    <div className={styles.timeline}>
      <div
        ref={line}
        className={styles.line}
        role="slider"
        tabIndex={0}
        aria-label={t('position')}
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={now}
        aria-valuetext={dateTime(now)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && scrub(event)}
        onPointerUp={onSettled}
        onPointerCancel={onSettled}
      >
        <span className={styles.rail} />
        <span className={styles.behind} style={{ width: `${hand * 100}%` }} />
        {gaps.map(({ from, to }) => (
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
        <span className={styles.hand} style={{ left: `${hand * 100}%` }} />
      </div>
      <div className={styles.words} aria-hidden>
        <span>{dateTime(start).slice(5, 16)}</span>
        {days.length <= 8 &&
          days
            .filter((day) => day - start > length * 0.12 && end - day > length * 0.12)
            .map((day) => (
              <span key={day} className={styles.dayWord} style={{ left: share(day) }}>
                {monthDay(day)}
              </span>
            ))}
        <span>{dateTime(end).slice(5, 16)}</span>
      </div>
    </div>
  );
}

/** Midnights of the account between two times. */
function daysBetween(start: number, end: number, timeZone: string): number[] {
  const days: number[] = [];
  for (let day = startOfDay(start, timeZone, 1); day < end; day = startOfDay(day, timeZone, 1)) {
    if (days.length >= MOST_DAYS) return [];
    days.push(day);
  }
  return days;
}
