import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './empty-devices.module.css';

/** The ports that the protocols have by default; an operator who changed them knows theirs. */
const DEFAULT_PORTS = [
  ['OsmAnd / Traccar Client', 5055],
  ['JT/T 808', 5015],
  ['GT06', 5023],
] as const;

/** What would be here, and how it gets here. */
export function EmptyDevices({ onAdd }: { readonly onAdd: (() => void) | null }) {
  const { t } = useTranslation('live');
  if (onAdd === null)
    return (
      <div className={styles.empty}>
        <strong>{t('empty.title')}</strong>
        <p>{t('empty.viewer')}</p>
      </div>
    );
  return (
    <div className={styles.empty}>
      <strong>{t('empty.title')}</strong>
      <p>{t('empty.how')}</p>
      <Button type="primary" onClick={onAdd}>
        {t('empty.add')}
      </Button>
      <p className={styles.steps}>{t('empty.steps')}</p>
      <dl>
        <dt>{t('empty.server')}</dt>
        <dd>{location.hostname}</dd>
        <dt>{t('empty.ports')}</dt>
        <dd>
          {DEFAULT_PORTS.map(([protocol, port]) => (
            <span key={protocol}>
              {port} <small>{protocol}</small>
            </span>
          ))}
        </dd>
      </dl>
    </div>
  );
}
