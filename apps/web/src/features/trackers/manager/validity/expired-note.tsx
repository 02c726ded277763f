import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { toValidDate } from '../../valid-date.ts';
import type { DeviceSectionProps } from '../device/device-sections.ts';
import { useReloadDevices } from '../devices/use-device-page.ts';
import { RenewDialog } from './renew-dialog.tsx';

/** Says why an expired device has no position, and renews it. */
export function ExpiredNote({ device }: DeviceSectionProps) {
  const { t } = useTranslation('deviceValidity');
  const { timeZone } = useFormat();
  const reload = useReloadDevices();
  const [renewing, setRenewing] = useState(false);
  const { trackerId, activation, validUntil, abilities } = device;
  if (activation !== 'expired' || validUntil === null) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('expiredNote', { day: toValidDate(validUntil, timeZone) })}
        action={
          abilities.edit && (
            <Button size="small" onClick={() => setRenewing(true)}>
              {t('renew')}
            </Button>
          )
        }
      />
      <RenewDialog
        open={renewing}
        selection={{ kind: 'ticked', trackerIds: [trackerId] }}
        onClose={() => setRenewing(false)}
        onRenewed={() => void reload()}
      />
    </>
  );
}
