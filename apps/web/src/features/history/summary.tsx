import type { Track } from '@wakeline/domain/track';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { summaryOf } from './gaps.ts';
import styles from './summary.module.css';

/** Figures of the whole track. */
export function Summary({ track }: { readonly track: Track }) {
  const { t } = useTranslation('history');
  const { count, span, speedUnits } = useFormat();
  const { points, distance: metres, duration, maxSpeed } = useMemo(() => summaryOf(track), [track]);
  return (
    <section className={styles.summary} aria-label={t('summary.title')}>
      <dl>
        <div>
          <dt>{t('summary.distance')}</dt>
          <dd>
            <Value of={distance(metres)} />
          </dd>
        </div>
        <div>
          <dt>{t('summary.maxSpeed')}</dt>
          <dd>
            <Value of={maxSpeed === null ? null : speed(maxSpeed, speedUnits)} />
          </dd>
        </div>
        <div>
          <dt>{t('summary.duration')}</dt>
          <dd>{span(duration)}</dd>
        </div>
        <div>
          <dt>{t('summary.points')}</dt>
          <dd>{count(points)}</dd>
        </div>
      </dl>
    </section>
  );
}
