import { nanToNull } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { formatCourse, formatDistance, formatPercent, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import styles from './track-card.module.css';

interface PointDetailsProps {
  readonly track: Track;
  readonly index: number;
}

/** The values of one fix of a track. */
export function PointDetails({ track, index }: PointDetailsProps) {
  const { t } = useTranslation('replaySingle');
  const { formatCoordinates, formatSpeed, formatAltitude, altitudeName } = useFormat();
  const value = (column: Float32Array, format: (value: number) => Quantity) => {
    const quantity = nanToNull(column[index]);
    return <Value quantity={quantity === null ? null : format(quantity)} />;
  };
  const satellites = nanToNull(track.satellites[index]);
  return (
    <dl className={styles.details}>
      <dt>{t('table.speed')}</dt>
      <dd>{value(track.speed, formatSpeed)}</dd>
      <dt>{t('table.course')}</dt>
      <dd>{value(track.course, formatCourse)}</dd>
      <dt>{altitudeName(t('table.altitude'), nanToNull(track.altitudeKind[index]))}</dt>
      <dd>{value(track.height, formatAltitude)}</dd>
      <dt>{t('table.battery')}</dt>
      <dd>{value(track.battery, formatPercent)}</dd>
      <dt>{t('table.gsm')}</dt>
      <dd>{value(track.gsm, formatPercent)}</dd>
      <dt>{t('table.satellites')}</dt>
      <dd>{satellites === null ? <Value quantity={null} /> : satellites}</dd>
      <dt>{t('table.distance')}</dt>
      <dd>
        <Value quantity={formatDistance(track.distance[index] ?? 0)} />
      </dd>
      <dt>{t('table.coordinates')}</dt>
      <dd>{formatCoordinates(track.lat[index] ?? 0, track.lng[index] ?? 0)}</dd>
    </dl>
  );
}
