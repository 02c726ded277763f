import { seek } from '@wakeline/domain/replay-clock';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { altitude } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { type ClockStore, useClock } from '../replay/clock-store.ts';
import type { Run } from '../replay-many/runs.ts';
import styles from './profile.module.css';
import { profilePath, profileRange } from './profile-path.ts';

interface ProfileProps {
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  /** After a jump, when the hand has let go. */
  readonly onSettled: () => void;
}

/** The drawing is stretched to the width that there is; this fine it is made. */
const WIDTH = 1_200;
const HEIGHT = 60;
/** Share of the time that a key moves by. */
const KEY_STEP = 0.01;

/** Heights of all devices over the time, with the moment on them: where it is pressed, the replay goes. */
export function Profile({ runs, clock, onSettled }: ProfileProps) {
  const { t } = useTranslation('replay3d');
  const { dateTime } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const start = useClock(clock, (state) => state.start);
  const end = useClock(clock, (state) => state.end);
  const now = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const span = Math.max(1, end - start);
  const hand = useClock(clock, ({ time }) => Math.round(((time - start) / span) * 10_000) / 100);
  const lines = useMemo(() => {
    const flown = runs.flatMap(({ loaded, mark, trackerId }) =>
      loaded === null ? [] : [{ track: loaded.track, mark, trackerId }],
    );
    const range = profileRange(flown.map(({ track }) => track));
    if (range === null) return null;
    return {
      range,
      paths: flown.map(({ track, mark, trackerId }) => ({
        trackerId,
        colour: mark.colour,
        path: profilePath(track, { start, end }, range, WIDTH, HEIGHT),
      })),
    };
  }, [runs, start, end]);

  function scrub({ clientX }: PointerEvent): void {
    const frame = box.current?.getBoundingClientRect();
    if (!frame || frame.width === 0) return;
    clock.change((before) => seek(before, start + ((clientX - frame.left) / frame.width) * span));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: KEY_STEP, ArrowUp: KEY_STEP, ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP }[
      event.key
    ];
    const to = event.key === 'Home' ? start : event.key === 'End' ? end : null;
    if (step === undefined && to === null) return;
    event.preventDefault();
    clock.change((before) => seek(before, to ?? before.time + (step ?? 0) * span));
    onSettled();
  }

  if (lines === null) return <p className={styles.none}>{t('noAltitude')}</p>;
  const { range, paths } = lines;
  return (
    <div className={styles.profile}>
      <div
        ref={box}
        className={styles.box}
        role="slider"
        tabIndex={0}
        aria-label={t('profile')}
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
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {paths.map(({ trackerId, colour, path }) => (
            <path key={trackerId} d={path} stroke={colour} />
          ))}
        </svg>
        <span className={styles.hand} style={{ left: `${hand}%` }} />
      </div>
      <div className={styles.words} aria-hidden>
        <Value of={altitude(range.most)} />
        <Value of={altitude(range.least)} />
      </div>
    </div>
  );
}
