import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useCounts } from '../../../live/live-store.ts';
import { STATUSES_AS_LISTED, StatusMark } from '../../../parts/devices/status-mark.tsx';
import styles from './status-filter.module.css';

interface StatusFilterProps {
  readonly status: TrackerStatus | null;
  readonly onStatus: (status: TrackerStatus | null) => void;
}

/** How many devices there are by status; a click shows only those, a second click all. */
export function StatusFilter({ status, onStatus }: StatusFilterProps) {
  const { t } = useTranslation('live');
  const { t: trackers } = useTranslation('trackers');
  const { count } = useFormat();
  const counts = useCounts();
  return (
    <fieldset className={styles.filter} aria-label={t('list.filter')}>
      {([null, ...STATUSES_AS_LISTED] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={status === one}
          onClick={() => onStatus(status === one ? null : one)}
        >
          <span className={styles.count}>
            {one !== null && <StatusMark status={one} />}
            {count(counts[one ?? 'all'])}
          </span>
          <span className={styles.word}>{one === null ? t('list.all') : trackers(`status.${one}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
