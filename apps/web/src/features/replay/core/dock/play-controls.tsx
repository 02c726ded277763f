import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
} from '@tabler/icons-react';
import {
  decreaseSpeed,
  increaseSpeed,
  maxLevel,
  play,
  REPLAY_LEVEL,
  rateOf,
  replayFromStart,
  stop,
} from '@wakeline/domain/replay/replay-clock';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { type ClockStore, useClock } from '../clock-store.ts';
import styles from './replay-dock.module.css';

interface PlayControlsProps {
  readonly clock: ClockStore;
  readonly onChangeComplete: () => void;
}

/** Restart, slower, play and faster. */
export function PlayControls({ clock, onChangeComplete }: PlayControlsProps) {
  const { t } = useTranslation('replay');
  const playing = useClock(clock, (state) => state.playing);
  const level = useClock(clock, (state) => state.level);
  const fastestLevel = useClock(clock, ({ start, end }) => maxLevel(start, end));
  const rate = rateOf(level);

  // Playback stops at the end, and then the address is updated. A new search also stops it, but has its own address.
  const isAtEnd = useClock(clock, ({ start, end, time, playing: on }) => !on && end > start && time >= end);
  const wasAtEnd = useRef(isAtEnd);
  useEffect(() => {
    if (isAtEnd && !wasAtEnd.current) onChangeComplete();
    wasAtEnd.current = isAtEnd;
  }, [isAtEnd, onChangeComplete]);

  function change(step: Parameters<ClockStore['change']>[0]): void {
    clock.change(step);
    onChangeComplete();
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
        disabled={level <= REPLAY_LEVEL.min}
        icon={<IconPlayerTrackPrevFilled size={16} />}
        onClick={() => change(decreaseSpeed)}
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
        disabled={level >= fastestLevel}
        icon={<IconPlayerTrackNextFilled size={16} />}
        onClick={() => change(increaseSpeed)}
      />
      <output className={styles.rate} aria-label={t('speed', { rate })}>
        ×{rate}
      </output>
    </div>
  );
}
