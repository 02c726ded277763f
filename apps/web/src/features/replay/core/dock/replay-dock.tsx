import { indexAt } from '@wakeline/domain/replay/playback';
import {
  decreaseSpeed,
  increaseSpeed,
  play,
  type ReplayClock,
  seek,
  stop,
} from '@wakeline/domain/replay/replay-clock';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../../ui/use-shortcuts.ts';
import type { ClockStore } from '../clock-store.ts';
import { TRAIL_LENGTHS, type TrailLength } from '../replay-address.ts';
import { PlayControls } from './play-controls.tsx';
import styles from './replay-dock.module.css';
import type { TimedTrack } from './spans.ts';
import { TimeField } from './time-field.tsx';
import { Timeline, type TimelineMarker } from './timeline.tsx';

interface ReplayDockProps {
  readonly clock: ClockStore;
  /** The same array while nothing changes; by the clock of the replay. */
  readonly tracks: readonly TimedTrack[];
  readonly markers?: readonly TimelineMarker[];
  /** The replay was stopped, moved or changed by hand: the address may follow. */
  readonly onChangeComplete: () => void;
  /** How much of the way behind the devices is drawn strong; left out: there is no choice. */
  readonly trailMinutes?: TrailLength;
  readonly onTrailMinutes?: (wake: TrailLength) => void;
  /** Whether the clock counts milliseconds since the start. */
  readonly elapsed?: boolean;
  /** Above the timeline: charts. */
  readonly above?: ReactNode;
  /** At the end of the bar: what is true now, and buttons. */
  readonly children?: ReactNode;
}

const KEYS = [' ', 'ArrowLeft', 'ArrowRight', '-', '+', '='] as const;
/** Share of the time that an arrow with Shift moves by. */
const LARGE_STEP = 0.01;
const NO_MARKERS: readonly TimelineMarker[] = [];
/** A value of the list: null cannot be one. */
const ALL = 'all';

/** Below the map of a replay, of one device or many: its time as a line, the controls, and what a screen adds. */
export function ReplayDock({
  clock,
  tracks,
  markers = NO_MARKERS,
  onChangeComplete,
  trailMinutes,
  onTrailMinutes,
  elapsed = false,
  above,
  children,
}: ReplayDockProps) {
  const { t } = useTranslation('replay');

  useShortcuts(KEYS, (event) => {
    const { key, target } = event;
    // A focused button takes its own space bar, a slider its own arrows, and on the map the arrows move the map.
    if (key === ' ' && target instanceof HTMLButtonElement) return;
    if (key.startsWith('Arrow') && target instanceof HTMLElement && isMovedByArrows(target)) return;
    event.preventDefault();
    if (key === ' ') clock.change(clock.get().playing ? stop : play);
    else if (key === '-') clock.change(decreaseSpeed);
    else if (key === '+' || key === '=') clock.change(increaseSpeed);
    else clock.change((before) => stepClock(before, tracks, key === 'ArrowRight' ? 1 : -1, event.shiftKey));
    onChangeComplete();
  });

  return (
    <section className={styles.dock} aria-label={t('dock')}>
      {above}
      <Timeline
        tracks={tracks}
        markers={markers}
        clock={clock}
        elapsed={elapsed}
        onChangeComplete={onChangeComplete}
      />
      <div className={styles.bar}>
        <PlayControls clock={clock} onChangeComplete={onChangeComplete} />
        <TimeField clock={clock} elapsed={elapsed} onChangeComplete={onChangeComplete} />
        {trailMinutes !== undefined && onTrailMinutes !== undefined && (
          <Select<number | typeof ALL>
            className={styles.wake ?? ''}
            aria-label={t('trail')}
            value={trailMinutes ?? ALL}
            onChange={(chosen) => onTrailMinutes(TRAIL_LENGTHS.find((minutes) => minutes === chosen) ?? null)}
            popupMatchSelectWidth={false}
            options={TRAIL_LENGTHS.map((minutes) => ({
              value: minutes ?? ALL,
              label:
                minutes === null
                  ? t('trailAll')
                  : minutes === 0
                    ? t('trailNone')
                    : t('trailMinutes', { count: minutes }),
            }))}
          />
        )}
        <div className={styles.more}>{children}</div>
      </div>
    </section>
  );
}

function isMovedByArrows(target: HTMLElement): boolean {
  return (
    target.role === 'slider' ||
    target instanceof HTMLCanvasElement ||
    target.closest('[role="combobox"]') !== null
  );
}

/** To the next or the last fix of any of the devices, or by a large step. */
function stepClock(
  clock: ReplayClock,
  tracks: readonly TimedTrack[],
  direction: 1 | -1,
  large: boolean,
): ReplayClock {
  if (large) return seek(clock, clock.time + direction * LARGE_STEP * (clock.end - clock.start));
  let to = direction === 1 ? clock.end : clock.start;
  for (const { track } of tracks) {
    const at = indexAt(track, clock.time);
    // Back from between two fixes is the one before; back on a fix is its predecessor.
    const before = (track.time[at] ?? 0) === clock.time ? at - 1 : at;
    const next = track.time[direction === 1 ? at + 1 : before];
    if (next !== undefined) to = direction === 1 ? Math.min(to, next) : Math.max(to, next);
  }
  return seek(clock, to);
}
