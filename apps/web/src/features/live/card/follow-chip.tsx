import { IconCrosshair, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTracker } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './follow-chip.module.css';

interface FollowChipProps {
  readonly trackerId: number;
  /** Pixels that the list covers on the left. */
  readonly left: number;
  readonly onStop: () => void;
}

/** Shows which device the map follows, with a button to stop. */
export function FollowChip({ trackerId, left, onStop }: FollowChipProps) {
  const { t } = useTranslation('live');
  const tracker = useTracker(trackerId);
  if (tracker === undefined) return null;
  return (
    <div className={styles.container} style={{ left }}>
      <div className={styles.chip} role="status">
        <IconCrosshair size={16} aria-hidden />
        <span>{t('follow.on', { name: fullName(tracker) })}</span>
        <IconButton size="small" label={t('follow.stop')} icon={<IconX size={16} />} onClick={onStop} />
      </div>
    </div>
  );
}
