import type { FullRoute } from '@wakeline/contract/entities/map-object';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from '../drawing/draw-section.module.css';

interface UnchangedRouteProps {
  readonly source: FullRoute | null;
  readonly onMethod: (method: 'hand' | 'plan') => void;
}

/** A line that stays unchanged: planned, or with too many vertices to edit by hand. It can be redrawn. */
export function UnchangedRoute({ source, onMethod }: UnchangedRouteProps) {
  const { t } = useTranslation('mapObjects');
  const { formatCount } = useFormat();
  return (
    <section className={styles.section} aria-label={t('draw.title')}>
      <p className={styles.hint}>
        {t('route.unchanged', {
          count: source?.pointCount ?? 0,
          number: formatCount(source?.pointCount ?? 0),
        })}
      </p>
      <div className={styles.radius}>
        <Button size="small" onClick={() => onMethod('hand')}>
          {t('route.redraw')}
        </Button>
        <Button size="small" onClick={() => onMethod('plan')}>
          {t('route.replan')}
        </Button>
      </div>
    </section>
  );
}
