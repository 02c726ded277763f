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

/** Pixels: below it are the scale and who made the map; at the top stands the search. */
const FOOTER_CLEARANCE = 36;

/** Says that the base layer cannot be reached, and that what is seen is the shipped world map. */
export function UnreachableHint({ layer, padding, onRetry }: UnreachableHintProps) {
  const { t } = useTranslation('map');
  const language = useLanguage();
  return (
    <div
      className={styles.place}
      style={{ left: padding.left, right: padding.right, bottom: padding.bottom + FOOTER_CLEARANCE }}
      role="status"
    >
      <span className={styles.note}>
        <IconCloudOff size={16} aria-hidden />
        <span>{t('unreachable', { name: layer.names[language] })}</span>
        <Button type="link" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      </span>
    </div>
  );
}
