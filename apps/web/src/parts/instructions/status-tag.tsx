import {
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconMailForward,
  type TablerIcon,
} from '@tabler/icons-react';
import type { InstructionState } from '@wakeline/domain/instructions/instruction-state';
import { useTranslation } from 'react-i18next';
import { type DisplayedStatus, toDisplayedStatus } from './displayed-status.ts';
import styles from './ledger.module.css';

const ICONS: Readonly<Record<DisplayedStatus, TablerIcon>> = {
  waiting: IconClockHour4,
  sent: IconMailForward,
  succeeded: IconCircleCheck,
  failed: IconCircleX,
};

/** The status of an instruction: shape, colour and name. */
export function StatusTag({ state }: { readonly state: InstructionState }) {
  const { t } = useTranslation('instructions');
  const status = toDisplayedStatus(state);
  const Icon = ICONS[status];
  return (
    <span className={styles.status} data-status={status}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
