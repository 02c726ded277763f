import { nanToNull, positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { type ClockStore, useClock } from '../core/clock-store.ts';
import styles from './single-dock.module.css';

interface CurrentSpeedProps {
  readonly track: Track;
  readonly clock: ClockStore;
}

/** The speed at the current time of the replay. */
export function CurrentSpeed({ track, clock }: CurrentSpeedProps) {
  const { t } = useTranslation('replaySingle');
  const { formatSpeed } = useFormat();
  useClock(clock, ({ time }) => Math.floor(time / 1_000));
  const position = positionAtTime(track, clock.get().time);
  const kmh = position === null || position.isGap ? null : nanToNull(position.speed ?? undefined);
  return (
    <span className={styles.currentSpeed}>
      {position?.isGap ? t('inGap') : <Value quantity={kmh === null ? null : formatSpeed(kmh)} />}
    </span>
  );
}
