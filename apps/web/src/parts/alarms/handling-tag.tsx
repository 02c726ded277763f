import { IconAlertCircle, IconCircleCheck, IconUserCheck, type TablerIcon } from '@tabler/icons-react';
import type { AlarmHandling } from '@wakeline/contract/entities/alarm';
import type { AlarmState } from '@wakeline/domain/notices/alarm-handling';
import { useTranslation } from 'react-i18next';
import styles from './alarms.module.css';

const ICONS: Readonly<Record<AlarmState, TablerIcon>> = {
  open: IconAlertCircle,
  acknowledged: IconUserCheck,
  resolved: IconCircleCheck,
};

/** The state of an alarm, with its owner: shape, colour and name. */
export function HandlingTag({ handling }: { readonly handling: AlarmHandling }) {
  const { t } = useTranslation('notices');
  const { state, owner } = handling;
  const Icon = ICONS[state];
  return (
    <span className={styles.tag} data-state={state}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{t(`handling.state.${state}`)}</span>
      {owner !== '' && (
        <span className={styles.owner} title={owner}>
          {owner}
        </span>
      )}
    </span>
  );
}
