import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLiveOverview } from '../../../live/live-overview.ts';
import { useCounts } from '../../../live/live-store.ts';
import { STATUS_ORDER, StatusIcon } from '../../../parts/devices/status-icon.tsx';
import styles from './status-filter.module.css';

interface StatusFilterProps {
  readonly status: TrackerStatus | null;
  readonly onStatus: (status: TrackerStatus | null) => void;
}

/** Number of devices by status; a click filters the list by it, a second click shows all. */
export function StatusFilter({ status, onStatus }: StatusFilterProps) {
  const { t } = useTranslation('live');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const overview = useLiveOverview();
  const loadedCounts = useCounts();
  const counts = overview?.counts ?? loadedCounts;
  return (
    <fieldset className={styles.filter} aria-label={t('list.filter')}>
      {([null, ...STATUS_ORDER] as const).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={status === option}
          onClick={() => onStatus(status === option ? null : option)}
        >
          <span className={styles.count}>
            {option !== null && <StatusIcon status={option} />}
            {formatCount(counts[option ?? 'all'])}
          </span>
          <span className={styles.label}>
            {option === null ? t('list.all') : tTrackers(`status.${option}`)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
