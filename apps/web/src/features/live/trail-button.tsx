import { IconComet } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { WAKES, type Wake } from '../../parts/trails/wake.ts';
import styles from './trail-button.module.css';

interface TrailButtonProps {
  readonly wake: Wake;
  readonly onWake: (wake: Wake) => void;
}

/** Chooses how long the trails behind the devices are. */
export function TrailButton({ wake, onWake }: TrailButtonProps) {
  const { t } = useTranslation('shares');
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [String(wake)],
        items: WAKES.map((one) => ({
          key: String(one),
          label: one === 0 ? t('trail.none') : t('trail.minutes', { count: one }),
          onClick: () => onWake(one),
        })),
      }}
    >
      <Button
        aria-label={t('trail.title')}
        title={t('trail.title')}
        className={(wake !== 0 && styles.on) || ''}
        icon={<IconComet size={18} />}
      />
    </Dropdown>
  );
}
