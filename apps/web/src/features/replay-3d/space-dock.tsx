import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
} from '@tabler/icons-react';
import {
  faster,
  play,
  rateOf,
  replayFromStart,
  SPEED,
  seek,
  slower,
  stop,
  topLevel,
} from '@wakeline/domain/replay-clock';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useKeys } from '../../ui/use-key.ts';
import { type ClockStore, useClock } from '../replay/clock-store.ts';
import type { Run } from '../replay-many/runs.ts';
import { Profile } from './profile.tsx';
import styles from './space-dock.module.css';

interface SpaceDockProps {
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  /** The replay was stopped, moved or changed by hand: the address may follow. */
  readonly onSettled: () => void;
}

const KEYS = [' ', 'ArrowLeft', 'ArrowRight', '-', '+', '='] as const;
/** Share of the time that an arrow moves by. */
const STEP = 0.01;

/** Below the map: heights over the time, and the controls. */
export function SpaceDock({ runs, clock, onSettled }: SpaceDockProps) {
  const { t } = useTranslation('replay');
  const { dateTime } = useFormat();
  const playing = useClock(clock, (state) => state.playing);
  const level = useClock(clock, (state) => state.level);
  const top = useClock(clock, ({ start, end }) => topLevel(start, end));
  const second = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const rate = rateOf(level);

  // At its end it stops by itself.
  const ended = useClock(clock, ({ start, end, time, playing: on }) => !on && end > start && time >= end);
  const settled = useRef(ended);
  useEffect(() => {
    if (ended && !settled.current) onSettled();
    settled.current = ended;
  }, [ended, onSettled]);

  function step(change: Parameters<ClockStore['change']>[0]): void {
    clock.change(change);
    onSettled();
  }

  useKeys(KEYS, (event) => {
    const { key, target } = event;
    // A focused button takes its own space bar, and a slider its own arrows.
    if (key === ' ' && target instanceof HTMLButtonElement) return;
    if (key.startsWith('Arrow') && target instanceof HTMLElement && target.role === 'slider') return;
    // On the map the arrows move the map.
    if (key.startsWith('Arrow') && target instanceof HTMLCanvasElement) return;
    event.preventDefault();
    if (key === ' ') step(playing ? stop : play);
    else if (key === '-') step(slower);
    else if (key === '+' || key === '=') step(faster);
    else
      step((before) =>
        seek(before, before.time + (key === 'ArrowRight' ? STEP : -STEP) * (before.end - before.start)),
      );
  });

  return (
    <section className={styles.dock} aria-label={t('dock')}>
      <Profile runs={runs} clock={clock} onSettled={onSettled} />
      <div className={styles.bar}>
        <IconButton
          label={t('restart')}
          placement="top"
          icon={<IconPlayerSkipBackFilled size={16} />}
          onClick={() => step(replayFromStart)}
        />
        <IconButton
          label={t('slower')}
          placement="top"
          disabled={level <= SPEED.min}
          icon={<IconPlayerTrackPrevFilled size={16} />}
          onClick={() => step(slower)}
        />
        <Button
          type="primary"
          shape="circle"
          aria-label={t(playing ? 'pause' : 'play')}
          icon={playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
          onClick={() => step(playing ? stop : play)}
        />
        <IconButton
          label={t('faster')}
          placement="top"
          disabled={level >= top}
          icon={<IconPlayerTrackNextFilled size={16} />}
          onClick={() => step(faster)}
        />
        <output className={styles.rate} aria-label={t('speed', { rate })}>
          ×{rate}
        </output>
        <time dateTime={new Date(second).toISOString()}>{dateTime(second)}</time>
      </div>
    </section>
  );
}
