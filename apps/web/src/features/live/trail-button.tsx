import { IconComet } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { TRAIL_LENGTHS, type TrailLength } from '../../parts/trails/trail-length.ts';
import styles from './trail-button.module.css';

interface TrailButtonProps {
  readonly trailMinutes: TrailLength;
  readonly onTrailMinutes: (minutes: TrailLength) => void;
}

/** Selects the length of the trails behind the devices. */
export function TrailButton({ trailMinutes, onTrailMinutes }: TrailButtonProps) {
  const { t } = useTranslation('shares');
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [String(trailMinutes)],
        items: TRAIL_LENGTHS.map((option) => ({
          key: String(option),
          label: option === 0 ? t('trail.none') : t('trail.minutes', { count: option }),
          onClick: () => onTrailMinutes(option),
        })),
      }}
    >
      <Button
        aria-label={t('trail.title')}
        title={t('trail.title')}
        className={(trailMinutes !== 0 && styles.on) || ''}
        icon={<IconComet size={18} />}
      />
    </Dropdown>
  );
}
