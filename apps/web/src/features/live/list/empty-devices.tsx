import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../service/session.ts';
import styles from './empty-devices.module.css';

/** Common names of the protocols; others are shown by their identifier. */
const PROTOCOL_NAMES: Readonly<Record<string, string>> = {
  osmand: 'OsmAnd / Traccar Client',
  jt808: 'JT/T 808',
  gt06: 'GT06',
  teltonika: 'Teltonika',
  queclink: 'Queclink',
  meitrack: 'Meitrack',
  nmea: 'NMEA 0183',
};

/** Shown without devices: how to connect one. */
export function EmptyDevices({ onAdd }: { readonly onAdd: (() => void) | null }) {
  const { t } = useTranslation('live');
  const ports = Object.entries(useSession().devicePorts);
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
          {ports.map(([protocol, port]) => (
            <span key={protocol}>
              {port} <small>{PROTOCOL_NAMES[protocol] ?? protocol}</small>
            </span>
          ))}
        </dd>
      </dl>
    </div>
  );
}
