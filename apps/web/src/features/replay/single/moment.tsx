import { known, placeAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { type ClockStore, useClock } from '../core/clock-store.ts';
import styles from './single-dock.module.css';

interface MomentProps {
  readonly track: Track;
  readonly clock: ClockStore;
}

/** The speed at the moment of the replay. */
export function Moment({ track, clock }: MomentProps) {
  const { t } = useTranslation('replaySingle');
  const { speedUnits } = useFormat();
  useClock(clock, ({ time }) => Math.floor(time / 1_000));
  const place = placeAt(track, clock.get().time);
  const kmh = place === null || place.gap ? null : known(place.speed ?? undefined);
  return (
    <span className={styles.moment}>
      {place?.gap ? t('inGap') : <Value of={kmh === null ? null : speed(kmh, speedUnits)} />}
    </span>
  );
}
