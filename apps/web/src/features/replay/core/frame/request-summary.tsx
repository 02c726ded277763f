import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { TimeWindow } from '../time-window.ts';
import styles from './request-summary.module.css';

interface RequestSummaryProps extends TimeWindow {
  /** The name of the replayed device or devices. */
  readonly title: string;
  /** Replaces the time. */
  readonly timeText?: string | null;
  readonly onChange: () => void;
}

/** The current request in two lines, with a button to change it. */
export function RequestSummary({ title, start, end, timeText = null, onChange }: RequestSummaryProps) {
  const { t } = useTranslation('replay');
  const { formatDateTime } = useFormat();
  return (
    <div className={styles.summary}>
      <div>
        <strong title={title}>{title}</strong>
        <span>
          {timeText ?? `${formatDateTime(start).slice(0, 16)} – ${formatDateTime(end).slice(5, 16)}`}
        </span>
      </div>
      <IconButton label={t('change')} icon={<IconPencil size={18} />} onClick={onChange} />
    </div>
  );
}
