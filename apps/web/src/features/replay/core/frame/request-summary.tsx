import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { TimeWindow } from '../time-window.ts';
import styles from './request-summary.module.css';

interface RequestSummaryProps extends TimeWindow {
  /** Whose replay it is. */
  readonly title: string;
  /** Said instead of the time, where that is another one. */
  readonly timeText?: string | null;
  readonly onChange: () => void;
}

/** What is replayed, in two lines, and the way to ask for something else. */
export function RequestSummary({ title, start, end, timeText = null, onChange }: RequestSummaryProps) {
  const { t } = useTranslation('replay');
  const { formatDateTime } = useFormat();
  return (
    <div className={styles.asked}>
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
