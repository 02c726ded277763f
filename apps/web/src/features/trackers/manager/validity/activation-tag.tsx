import type { Device } from '@wakeline/contract/trackers/devices';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

const COLOURS = { unactivated: 'default', activated: 'success', expired: 'error' } as const;

/** Whether a device has reported, and whether its validity is over. */
export function ActivationTag({ activation }: Pick<Device, 'activation'>) {
  const { t } = useTranslation('trackers');
  return <Tag color={COLOURS[activation]}>{t(`activation.${activation}`)}</Tag>;
}
