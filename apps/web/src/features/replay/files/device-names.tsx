import { useTranslation } from 'react-i18next';
import { liveStore } from '../../../live/live-store.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import styles from './replay-files.module.css';

/** The names of these devices that are known to this user. */
export function namesOf(trackerIds: readonly number[]): string[] {
  return trackerIds.flatMap((id) => liveStore.getTracker(id) ?? []).map(fullName);
}

/** Number and names of devices, in one line. */
export function DeviceNames({ trackerIds }: { readonly trackerIds: readonly number[] }) {
  const { t } = useTranslation('replayTools');
  const names = namesOf(trackerIds).join(', ');
  return (
    <p className={styles.names} title={names}>
      {t('devices', { count: trackerIds.length })}
      {names !== '' && ` · ${names}`}
    </p>
  );
}
