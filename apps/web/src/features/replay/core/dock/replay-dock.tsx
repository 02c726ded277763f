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
  /** The same array while nothing changes; times of the replay clock. */
  readonly tracks: readonly TimedTrack[];
  readonly markers?: readonly TimelineMarker[];
  /** Called after the user changed the clock, so that the address can follow. */
  readonly onChangeComplete: () => void;
  /** Trail length behind the devices; omitted: no choice. */
  readonly trailMinutes?: TrailLength;
  readonly onTrailMinutes?: (trailMinutes: TrailLength) => void;
  /** Whether the clock counts milliseconds since the start. */
  readonly elapsed?: boolean;
  /** Content above the timeline, such as charts. */
  readonly above?: ReactNode;
  /** Content at the end of the bar: current values and buttons. */
  readonly children?: ReactNode;
}

const KEYS = [' ', 'ArrowLeft', 'ArrowRight', '-', '+', '='] as const;
/** Fraction of the time that Shift and an arrow key move by. */
const LARGE_STEP = 0.01;
const NO_MARKERS: readonly TimelineMarker[] = [];
/** Select value for null. */
const ALL = 'all';

/** The dock below the map of every replay: timeline, controls, and further content. */
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
    // Focused buttons use the space bar, sliders and the map the arrow keys.
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
            className={styles.trailLength ?? ''}
            aria-label={t('trail')}
            value={trailMinutes ?? ALL}
            onChange={(value) => onTrailMinutes(TRAIL_LENGTHS.find((minutes) => minutes === value) ?? null)}
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

/** Seeks to the next or previous fix of any device, or by a large step. */
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
    // Between two fixes, the previous one is the fix before; on a fix, its predecessor.
    const before = (track.time[at] ?? 0) === clock.time ? at - 1 : at;
    const next = track.time[direction === 1 ? at + 1 : before];
    if (next !== undefined) to = direction === 1 ? Math.min(to, next) : Math.max(to, next);
  }
  return seek(clock, to);
}
