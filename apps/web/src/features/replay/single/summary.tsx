import type { TrackSummary } from '@wakeline/contract/entities/track-point';
import type { Track } from '@wakeline/domain/tracks/track';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { altitude, distance, type Quantity, speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import styles from './summary.module.css';

interface SummaryProps {
  readonly track: Track;
  /** Null while fixes are still missing between those of the track. */
  readonly summary: TrackSummary | null;
}

/** Figures of the whole track. */
export function Summary({ track, summary }: SummaryProps) {
  const { t } = useTranslation('replaySingle');
  const { count, span, speedUnits } = useFormat();
  const fact = (name: string, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  const known = (value: number | null, write: (value: number) => Quantity) => (
    <Value of={value === null ? null : write(value)} />
  );
  const inUnits = (kmh: number) => speed(kmh, speedUnits);
  return (
    <section className={styles.summary} aria-label={t('summary.title')} aria-busy={summary === null}>
      {summary === null ? (
        <p role="status">{t('summary.working')}</p>
      ) : (
        <dl>
          {fact(t('summary.distance'), <Value of={distance(summary.distance)} />)}
          {fact(t('summary.duration'), span((track.time.at(-1) ?? 0) - (track.time[0] ?? 0)))}
          {fact(t('summary.moving'), span(summary.movingTime))}
          {fact(t('summary.stopped'), span(summary.stopTime))}
          {fact(t('summary.maxSpeed'), known(summary.maxSpeed, inUnits))}
          {fact(t('summary.meanSpeed'), known(summary.meanSpeed, inUnits))}
          {summary.climb !== null && fact(t('summary.climb'), known(summary.climb, altitude))}
          {summary.descent !== null && fact(t('summary.descent'), known(summary.descent, altitude))}
          {summary.minHeight !== null && fact(t('summary.lowest'), known(summary.minHeight, altitude))}
          {summary.maxHeight !== null && fact(t('summary.highest'), known(summary.maxHeight, altitude))}
          {summary.unknownTime > 0 && fact(t('summary.unknown'), span(summary.unknownTime))}
          {fact(t('summary.points'), count(summary.points))}
        </dl>
      )}
    </section>
  );
}
