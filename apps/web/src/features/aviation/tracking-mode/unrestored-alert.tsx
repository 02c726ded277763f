import { Alert, App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useSortedTrackers } from '../../../parts/devices/use-sorted-trackers.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from './tracking-mode.module.css';
import { useTrackingChange, useUnrestoredIntervals } from './use-tracking-modes.ts';

/** Devices that are named; of the others it has the number. */
const NAMED = 5;

/** Devices whose interval could not be restored after a tracking mode, with a button that sends it again. */
export function UnrestoredAlert() {
  const { t } = useTranslation('trackingMode');
  const { t: tInstructions } = useTranslation('instructions');
  const language = useLanguage();
  const { message } = App.useApp();
  const { data } = useUnrestoredIntervals();
  const restore = useTrackingChange('restoreIntervals');
  const names = new Map(useSortedTrackers().map((tracker) => [tracker.trackerId, fullName(tracker)]));
  const list = data?.list ?? [];
  if (list.length === 0) return null;

  function restoreAll(): void {
    restore.mutate(
      { trackerIds: list.map(({ trackerId }) => trackerId) },
      {
        onSuccess: () => void message.success(t('restoreSent', { count: list.length })),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <Alert
      className={styles.unrestored ?? ''}
      type="warning"
      showIcon
      title={t('unrestored', { count: list.length })}
      description={
        <>
          <ul>
            {list.slice(0, NAMED).map(({ trackerId, taskName, restoreInterval, reason }) => (
              <li key={trackerId}>
                {t('unrestoredOne', {
                  name: names.get(trackerId) ?? trackerId,
                  task: taskName,
                  seconds: restoreInterval,
                  reason: reason === null ? t('unknownReason') : tInstructions(`reason.${reason}`),
                })}
              </li>
            ))}
            {list.length > NAMED && <li>{t('more', { count: list.length - NAMED })}</li>}
          </ul>
          {data?.abilities.retry && (
            <Button size="small" loading={restore.isPending} onClick={restoreAll}>
              {t('restoreAgain')}
            </Button>
          )}
        </>
      }
    />
  );
}
