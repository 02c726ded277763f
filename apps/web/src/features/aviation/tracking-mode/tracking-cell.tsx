import { IconAlertTriangle, IconRadar2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from './tracking-mode.module.css';
import { useTrackingModes } from './use-tracking-modes.ts';

/** In the table of tasks: interval and end of a tracking mode that is on, and devices that are not restored. */
export function TrackingCell({ taskId }: { readonly taskId: number }) {
  const { t } = useTranslation('trackingMode');
  const { formatTimeOfDay } = useFormat();
  const mode = useTrackingModes().modes.get(taskId);
  if (mode === undefined) return null;
  const count = (...states: readonly string[]) =>
    mode.devices.filter(({ state }) => states.includes(state)).length;
  const failed = count('failed', 'restore-failed');
  const restoring = count('restoring');
  const time = formatTimeOfDay(mode.endTime).slice(0, 5);
  const text = t('short', { seconds: mode.interval, time });
  return (
    <>
      {mode.endedTime === null && (
        <span className={styles.line}>
          <IconRadar2 size={14} stroke={2} aria-hidden />
          <span title={text}>{text}</span>
        </span>
      )}
      {mode.endedTime !== null && restoring > 0 && (
        <span className={styles.line}>
          <IconRadar2 size={14} stroke={2} aria-hidden />
          <span>{t('restoringCount', { count: restoring })}</span>
        </span>
      )}
      {failed > 0 && (
        <span className={styles.line} data-tone="warning">
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          <span>{t('failedCount', { count: failed })}</span>
        </span>
      )}
    </>
  );
}
