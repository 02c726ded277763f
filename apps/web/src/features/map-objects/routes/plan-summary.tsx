import type { UseQueryResult } from '@tanstack/react-query';
import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../drawing/draw-section.module.css';

interface PlanSummaryProps {
  readonly type: RouteType;
  /** Number of stops; 0 until the line is finished. */
  readonly stops: number;
  readonly plan: UseQueryResult<{ readonly distance: number; readonly duration: number | null }>;
  readonly onDrawByHand: () => void;
}

/** Result of the routing service: length and duration, a loading text, or the error. */
export function PlanSummary({ type, stops, plan, onDrawByHand }: PlanSummaryProps) {
  const { t } = useTranslation('mapObjects');
  const { t: tFormat } = useTranslation('format');
  const { t: tApp } = useTranslation('app');
  const { formatSpan } = useFormat();
  const language = useLanguage();
  if (stops === 0) return null;
  if (stops > LIMITS.routeFlags)
    return (
      <p role="alert" className={styles.error}>
        {t('route.tooManyStops', { count: LIMITS.routeFlags })}
      </p>
    );
  if (plan.isPending) return <p className={styles.details}>{t('route.planning')}</p>;
  if (plan.isError) {
    const isUnconfigured = plan.error instanceof NamedError && plan.error.errorName === 'routing-unset';
    return (
      <div role="alert">
        <p className={styles.error}>{errorText(plan.error, language)}</p>
        <p className={styles.hint}>{t(isUnconfigured ? 'route.unsetHint' : 'route.failedHint')}</p>
        <div className={styles.radius}>
          <Button size="small" onClick={onDrawByHand}>
            {t('route.byHand')}
          </Button>
          {!isUnconfigured && (
            <Button size="small" onClick={() => void plan.refetch()}>
              {tApp('action.retry')}
            </Button>
          )}
        </div>
      </div>
    );
  }
  const { value, unit } = formatDistance(plan.data.distance);
  const length = `${value} ${tFormat(`unit.${unit}`)}`;
  const { duration } = plan.data;
  return (
    <p className={styles.details} role="status">
      {t(`routeType.${type}`)} · {duration === null ? length : `${length} · ${formatSpan(duration * 1000)}`}
    </p>
  );
}
