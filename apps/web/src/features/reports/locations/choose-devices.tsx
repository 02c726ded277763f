import { LIMITS } from '@wakeline/contract/limits';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceFields, type ReportDevices } from '../device-fields.tsx';
import styles from './locations.module.css';

interface ChooseDevicesProps {
  readonly chosen: ReportDevices;
  readonly onChoose: (devices: ReportDevices) => void;
}

/** Stands in for the table while its filter matches more devices than the report lists. */
export function ChooseDevices({ chosen, onChoose }: ChooseDevicesProps) {
  const { t } = useTranslation('locationReport');
  const [devices, setDevices] = useState(chosen);
  const { groupIds, trackerIds } = devices;
  return (
    <Empty
      className={styles.choose ?? ''}
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t('choose.text', { count: LIMITS.locationDevices })}
    >
      <form
        className={styles.fields}
        aria-label={t('choose.label')}
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(devices);
        }}
      >
        <DeviceFields {...devices} isRequired onChange={(change) => setDevices({ ...devices, ...change })} />
        <Button type="primary" htmlType="submit" disabled={groupIds.length + trackerIds.length === 0}>
          {t('choose.show')}
        </Button>
      </form>
    </Empty>
  );
}
