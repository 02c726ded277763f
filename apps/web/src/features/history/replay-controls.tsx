import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
} from '@tabler/icons-react';
import { known, placeAt } from '@wakeline/domain/playback';
import {
  faster,
  play,
  rateOf,
  replayFromStart,
  SPEED,
  slower,
  stop,
  topLevel,
} from '@wakeline/domain/replay-clock';
import type { Track } from '@wakeline/domain/track';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type ClockStore, useClock } from '../replay/clock-store.ts';
import styles from './replay-dock.module.css';

interface ReplayControlsProps {
  readonly track: Track;
  readonly clock: ClockStore;
  readonly onSettled: () => void;
}

/** Play, stop, speed, and what is true at this moment of the track. */
export function ReplayControls({ track, clock, onSettled }: ReplayControlsProps) {
  const { t } = useTranslation('history');
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

  function toggle(): void {
    clock.change(playing ? stop : play);
    onSettled();
  }

  return (
    <div className={styles.controls}>
      <IconButton
        label={t('restart')}
        placement="top"
        icon={<IconPlayerSkipBackFilled size={16} />}
        onClick={() => {
          clock.change(replayFromStart);
          onSettled();
        }}
      />
      <IconButton
        label={t('slower')}
        placement="top"
        disabled={level <= SPEED.min}
        icon={<IconPlayerTrackPrevFilled size={16} />}
        onClick={() => {
          clock.change(slower);
          onSettled();
        }}
      />
      <Button
        type="primary"
        shape="circle"
        aria-label={t(playing ? 'pause' : 'play')}
        icon={playing ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        onClick={toggle}
      />
      <IconButton
        label={t('faster')}
        placement="top"
        disabled={level >= top}
        icon={<IconPlayerTrackNextFilled size={16} />}
        onClick={() => {
          clock.change(faster);
          onSettled();
        }}
      />
      <output className={styles.rate} aria-label={t('speed', { rate })}>
        ×{rate}
      </output>
      <Moment track={track} clock={clock} />
    </div>
  );
}

/** Clock and speed at the moment of the replay. */
function Moment({ track, clock }: Pick<ReplayControlsProps, 'track' | 'clock'>) {
  const { t } = useTranslation('history');
  const { dateTime, speedUnits } = useFormat();
  const second = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);
  const place = placeAt(track, clock.get().time);
  const kmh = place === null || place.gap ? null : known(place.speed ?? undefined);
  return (
    <span className={styles.moment}>
      <time dateTime={new Date(second).toISOString()}>{dateTime(second)}</time>
      <span className={styles.now}>
        {place?.gap ? (
          <span className={styles.muted}>{t('inGap')}</span>
        ) : (
          <Value of={kmh === null ? null : speed(kmh, speedUnits)} />
        )}
      </span>
    </span>
  );
}
