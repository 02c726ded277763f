import { indexAt } from '@wakeline/domain/replay/playback';
import { faster, play, type ReplayClock, seek, slower, stop } from '@wakeline/domain/replay/replay-clock';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../../../ui/use-key.ts';
import type { ClockStore } from '../clock-store.ts';
import { WAKES, type Wake } from '../replay-address.ts';
import { PlayControls } from './play-controls.tsx';
import styles from './replay-dock.module.css';
import type { TimedTrack } from './spans.ts';
import { TimeField } from './time-field.tsx';
import { type DockMark, Timeline } from './timeline.tsx';

interface ReplayDockProps {
  readonly clock: ClockStore;
  /** The same array while nothing changes; by the clock of the replay. */
  readonly tracks: readonly TimedTrack[];
  readonly marks?: readonly DockMark[];
  /** The replay was stopped, moved or changed by hand: the address may follow. */
  readonly onSettled: () => void;
  /** How much of the way behind the devices is drawn strong; left out: there is no choice. */
  readonly wake?: Wake;
  readonly onWake?: (wake: Wake) => void;
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
const NO_MARKS: readonly DockMark[] = [];
/** A value of the list: null cannot be one. */
const ALL = 'all';

/** Below the map of a replay, of one device or many: its time as a line, the controls, and what a screen adds. */
export function ReplayDock({
  clock,
  tracks,
  marks = NO_MARKS,
  onSettled,
  wake,
  onWake,
  elapsed = false,
  above,
  children,
}: ReplayDockProps) {
  const { t } = useTranslation('replay');

  useKeys(KEYS, (event) => {
    const { key, target } = event;
    // A focused button takes its own space bar, a slider its own arrows, and on the map the arrows move the map.
    if (key === ' ' && target instanceof HTMLButtonElement) return;
    if (key.startsWith('Arrow') && target instanceof HTMLElement && isMovedByArrows(target)) return;
    event.preventDefault();
    if (key === ' ') clock.change(clock.get().playing ? stop : play);
    else if (key === '-') clock.change(slower);
    else if (key === '+' || key === '=') clock.change(faster);
    else clock.change((before) => stepped(before, tracks, key === 'ArrowRight' ? 1 : -1, event.shiftKey));
    onSettled();
  });

  return (
    <section className={styles.dock} aria-label={t('dock')}>
      {above}
      <Timeline tracks={tracks} marks={marks} clock={clock} elapsed={elapsed} onSettled={onSettled} />
      <div className={styles.bar}>
        <PlayControls clock={clock} onSettled={onSettled} />
        <TimeField clock={clock} elapsed={elapsed} onSettled={onSettled} />
        {wake !== undefined && onWake !== undefined && (
          <Select<number | typeof ALL>
            className={styles.wake ?? ''}
            aria-label={t('wake')}
            value={wake ?? ALL}
            onChange={(chosen) => onWake(WAKES.find((minutes) => minutes === chosen) ?? null)}
            popupMatchSelectWidth={false}
            options={WAKES.map((minutes) => ({
              value: minutes ?? ALL,
              label:
                minutes === null
                  ? t('wakeAll')
                  : minutes === 0
                    ? t('wakeNone')
                    : t('wakeMinutes', { count: minutes }),
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
function stepped(
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
