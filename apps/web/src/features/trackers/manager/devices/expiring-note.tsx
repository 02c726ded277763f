import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { EXPIRING_DAYS, useExpiringDevices } from '../../badges/use-expiring-devices.ts';
import { type DeviceConditions, NO_CONDITIONS } from './device-request.ts';
import styles from './devices.module.css';

interface ExpiringNoteProps {
  readonly onShow: (conditions: DeviceConditions) => void;
}

/** Says that the validity of devices ends soon, and shows them. */
export function ExpiringNote({ onShow }: ExpiringNoteProps) {
  const { t } = useTranslation('devices');
  const { formatCount } = useFormat();
  const count = useExpiringDevices();
  if (count === 0) return null;
  const conditions: DeviceConditions = {
    ...NO_CONDITIONS,
    activations: ['unactivated', 'activated'],
    validDays: EXPIRING_DAYS,
  };
  return (
    <Alert
      className={styles.note ?? ''}
      type="warning"
      showIcon
      title={t('expiring.text', { count, number: formatCount(count) })}
      action={
        <Button size="small" onClick={() => onShow(conditions)}>
          {t('expiring.show')}
        </Button>
      }
    />
  );
}
