import type { TrackSummary } from '@wakeline/contract/entities/track-point';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import styles from './summary.module.css';

interface SummaryProps {
  /** Null while fixes are still missing. */
  readonly summary: TrackSummary | null;
}

/** Statistics of the complete track. */
export function Summary({ summary }: SummaryProps) {
  const { t } = useTranslation('replaySingle');
  const { formatCount, formatSpan, formatSpeed, formatAltitude } = useFormat();
  const row = (name: string, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  const optional = (value: number | null, format: (value: number) => Quantity) => (
    <Value quantity={value === null ? null : format(value)} />
  );
  return (
    <section className={styles.summary} aria-label={t('summary.title')} aria-busy={summary === null}>
      {summary === null ? (
        <p role="status">{t('summary.calculating')}</p>
      ) : (
        <dl>
          {row(t('summary.distance'), <Value quantity={formatDistance(summary.distance)} />)}
          {row(
            t('summary.duration'),
            formatSpan(summary.movingTime + summary.stopTime + summary.unknownTime),
          )}
          {row(t('summary.moving'), formatSpan(summary.movingTime))}
          {row(t('summary.stopped'), formatSpan(summary.stopTime))}
          {row(t('summary.maxSpeed'), optional(summary.maxSpeed, formatSpeed))}
          {row(t('summary.averageSpeed'), optional(summary.meanSpeed, formatSpeed))}
          {summary.climb !== null && row(t('summary.climb'), optional(summary.climb, formatAltitude))}
          {summary.descent !== null && row(t('summary.descent'), optional(summary.descent, formatAltitude))}
          {summary.minHeight !== null &&
            row(t('summary.lowest'), optional(summary.minHeight, formatAltitude))}
          {summary.maxHeight !== null &&
            row(t('summary.highest'), optional(summary.maxHeight, formatAltitude))}
          {summary.unknownTime > 0 && row(t('summary.unknown'), formatSpan(summary.unknownTime))}
          {row(t('summary.points'), formatCount(summary.points))}
        </dl>
      )}
    </section>
  );
}
