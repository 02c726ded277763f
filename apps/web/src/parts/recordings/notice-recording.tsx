import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { RecordingPlayer } from './recording-player.tsx';
import styles from './recordings.module.css';
import { useRecordings } from './use-recordings.ts';

export interface NoticeRecordingProps {
  readonly trackerId: number;
  readonly recordingId: number;
}

/** The recording of a notice: its player, or that it has been deleted since. */
export function NoticeRecording({ trackerId, recordingId }: NoticeRecordingProps) {
  const { t } = useTranslation('recordings');
  const language = useLanguage();
  const query = useRecordings({ trackerId, recordingId, pageIndex: 1, pageSize: 1 });
  if (query.data === undefined) {
    if (query.error === null) return <Skeleton.Input active size="small" />;
    return <span className={styles.failure}>{errorText(query.error, language)}</span>;
  }
  const [recording] = query.data.list;
  if (recording === undefined) return <span className={styles.note}>{t('gone')}</span>;
  return <RecordingPlayer recording={recording} />;
}
