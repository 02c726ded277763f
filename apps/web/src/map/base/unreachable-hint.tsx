import { IconCloudOff } from '@tabler/icons-react';
import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { MapPadding } from '../map-view.ts';
import styles from './unreachable-hint.module.css';

interface UnreachableHintProps {
  readonly layer: BaseLayer;
  readonly padding: MapPadding;
  readonly onRetry: () => void;
}

/** Pixels: keeps the scale and the attribution below free; the search box is at the top. */
const FOOTER_CLEARANCE = 36;

/** Reports that the base layer cannot be reached, so that only the built-in world map is visible. */
export function UnreachableHint({ layer, padding, onRetry }: UnreachableHintProps) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  return (
    <div
      className={styles.container}
      style={{ left: padding.left, right: padding.right, bottom: padding.bottom + FOOTER_CLEARANCE }}
      role="status"
    >
      <span className={styles.hint}>
        <IconCloudOff size={16} aria-hidden />
        <span>{t('unreachable', { name: layer.names[language] })}</span>
        <Button type="link" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      </span>
    </div>
  );
}
