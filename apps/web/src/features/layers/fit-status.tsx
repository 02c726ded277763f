import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Value } from '../../format/value.tsx';
import styles from './layer-editor.module.css';
import { residual } from './residual.ts';
import { generalWarnings } from './warning-texts.ts';

interface FitStatusProps {
  readonly placement: LayerPlacement | null;
  /** What is missing; null: nothing. */
  readonly error: string | null;
  /** Whether the user has tried to save. */
  readonly submitted: boolean;
}

/** How well the pairs fit with its warnings, or what is missing. */
export function FitStatus({ placement, error, submitted }: FitStatusProps) {
  const { t } = useTranslation('imageLayers');
  if (placement === null) return <Alert type={submitted ? 'error' : 'info'} showIcon title={error ?? ''} />;
  const warnings = generalWarnings(placement);
  return (
    <Alert
      type={placement.warnings.length === 0 ? 'success' : 'warning'}
      showIcon
      title={
        <span className={styles.fit}>
          <span>
            {t('editor.usedMethod')} {t(`method.${placement.method}`)}
          </span>
          <span>
            {t('editor.rmse')} <Value quantity={residual(placement.rmse)} />
          </span>
          <span>
            {t('editor.worst')} <Value quantity={residual(Math.max(...placement.residuals))} />
          </span>
          <span>
            {t('editor.resolution')} <Value quantity={residual(placement.metresPerPixel)} />
          </span>
        </span>
      }
      description={
        (warnings.length > 0 || !placement.cornersSuffice) && (
          <ul className={styles.warnings}>
            {warnings.map((kind) => (
              <li key={kind}>{t(`warning.${kind}`)}</li>
            ))}
            {!placement.cornersSuffice && <li>{t('editor.needsTiles')}</li>}
          </ul>
        )
      }
    />
  );
}
