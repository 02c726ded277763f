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
  slower,
  stop,
  topLevel,
} from '@wakeline/domain/replay/replay-clock';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { type ClockStore, useClock } from '../clock-store.ts';
import styles from './replay-dock.module.css';

interface PlayControlsProps {
  readonly clock: ClockStore;
  readonly onSettled: () => void;
}

/** Play, stop, from the start, and the speed. */
export function PlayControls({ clock, onSettled }: PlayControlsProps) {
  const { t } = useTranslation('replay');
  const playing = useClock(clock, (state) => state.playing);
  const level = useClock(clock, (state) => state.level);
  const top = useClock(clock, ({ start, end }) => topLevel(start, end));
  const rate = rateOf(level);

  // At its end it stops by itself. A search stops it too, and has an address of its own.
  const ended = useClock(clock, ({ start, end, time, playing: on }) => !on && end > start && time >= end);
  const settled = useRef(ended);
  useEffect(() => {
    if (ended && !settled.current) onSettled();
    settled.current = ended;
  }, [ended, onSettled]);

  function change(step: Parameters<ClockStore['change']>[0]): void {
    clock.change(step);
    onSettled();
  }

  return (
    <div className={styles.controls}>
      <IconButton
        label={t('restart')}
        placement="top"
        icon={<IconPlayerSkipBackFilled size={16} />}
        onClick={() => change(replayFromStart)}
      />
      <IconButton
        label={t('slower')}
        placement="top"
        disabled={level <= SPEED.min}
        icon={<IconPlayerTrackPrevFilled size={16} />}
        onClick={() => change(slower)}
      />
      <Button
        type="primary"
        shape="circle"
        aria-label={t(playing ? 'pause' : 'play')}
        icon={playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        onClick={() => change(playing ? stop : play)}
      />
      <IconButton
        label={t('faster')}
        placement="top"
        disabled={level >= top}
        icon={<IconPlayerTrackNextFilled size={16} />}
        onClick={() => change(faster)}
      />
      <output className={styles.rate} aria-label={t('speed', { rate })}>
        ×{rate}
      </output>
    </div>
  );
}
