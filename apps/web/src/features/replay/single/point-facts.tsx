import { known } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useTranslation } from 'react-i18next';
import { altitude, course, distance, percent, type Quantity, speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import styles from './track-card.module.css';

interface PointFactsProps {
  readonly track: Track;
  readonly index: number;
}

/** What is known of one fix of a track. What no fix of the track tells is left out. */
export function PointFacts({ track, index }: PointFactsProps) {
  const { t } = useTranslation('replaySingle');
  const { coordinates, speedUnits } = useFormat();
  const value = (column: Float32Array, write: (value: number) => Quantity) => {
    const it = known(column[index]);
    return <Value of={it === null ? null : write(it)} />;
  };
  const satellites = known(track.satellites[index]);
  return (
    <dl className={styles.facts}>
      <dt>{t('table.speed')}</dt>
      <dd>{value(track.speed, (kmh) => speed(kmh, speedUnits))}</dd>
      <dt>{t('table.course')}</dt>
      <dd>{value(track.course, course)}</dd>
      <dt>{t('table.altitude')}</dt>
      <dd>{value(track.height, altitude)}</dd>
      <dt>{t('table.battery')}</dt>
      <dd>{value(track.battery, percent)}</dd>
      <dt>{t('table.gsm')}</dt>
      <dd>{value(track.gsm, percent)}</dd>
      <dt>{t('table.satellites')}</dt>
      <dd>{satellites === null ? <Value of={null} /> : satellites}</dd>
      <dt>{t('table.distance')}</dt>
      <dd>
        <Value of={distance(track.distance[index] ?? 0)} />
      </dd>
      <dt>{t('table.coordinates')}</dt>
      <dd>{coordinates(track.lat[index] ?? 0, track.lng[index] ?? 0)}</dd>
    </dl>
  );
}
