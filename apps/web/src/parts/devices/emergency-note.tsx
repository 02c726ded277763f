import { IconAlertTriangle } from '@tabler/icons-react';
import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { emergencyText } from '@wakeline/contract/notices/emergency-names';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './emergency-note.module.css';

/** The emergency that an aircraft reports, and since when. */
export function EmergencyNote({
  emergency,
}: {
  readonly emergency: NonNullable<TrackerStatusDto['emergency']>;
}) {
  const { t } = useTranslation('trackers');
  const { formatDateTime, formatTimeOfDay } = useFormat();
  const language = useLanguage();
  const { kind, squawk, since } = emergency;
  return (
    <p className={styles.note}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      <strong>{kind === null ? t('emergency') : emergencyText({ kind, squawk }, language)}</strong>
      <time dateTime={new Date(since).toISOString()} title={formatDateTime(since)}>
        {formatTimeOfDay(since)}
      </time>
    </p>
  );
}
