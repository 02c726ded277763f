import type { DeviceRecording } from '@wakeline/contract/recordings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { RecordingPlayer } from '../../../../parts/recordings/recording-player.tsx';
import { useDeleteRecordings, useRecordings } from '../../../../parts/recordings/use-recordings.ts';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';
import styles from './device-page.module.css';
import type { DeviceSectionProps } from './device-sections.ts';
import { FIRST_PAGE, MediaSection, usePlaceColumn } from './media-section.tsx';

/** The recordings of a device, newest first, with those that were refused. */
export function RecordingsSection({ device: { trackerId } }: DeviceSectionProps) {
  const { t } = useTranslation('recordings');
  const [page, setPage] = useState(FIRST_PAGE);
  const deletion = useDeleteRecordings();
  return (
    <MediaSection<DeviceRecording>
      label={t('title')}
      name="device-recordings"
      empty={t('none')}
      query={useRecordings({ trackerId, ...page })}
      page={page}
      onPageChange={setPage}
      columns={useRecordingColumns()}
      read={({ recordingId, recordedTime, recordingUrl }) => ({
        id: recordingId,
        time: recordedTime,
        url: recordingUrl,
      })}
      textsAt={(time) => ({
        download: t('download', { time }),
        delete: t('delete', { time }),
        deletion: {
          title: t('deleteTitle'),
          content: t('deleteContent', { time }),
          okText: t('deleteOk'),
          successText: t('deleted'),
        },
      })}
      onDelete={(recordingId) => deletion.mutateAsync({ trackerId, recordingIds: [recordingId] })}
    />
  );
}

function useRecordingColumns(): readonly RecordColumn<DeviceRecording>[] {
  const { t } = useTranslation('recordings');
  const { formatDateTime } = useFormat();
  const placeColumn = usePlaceColumn<DeviceRecording>(t('place'));
  return [
    {
      key: 'time',
      title: t('time'),
      width: 190,
      render: ({ recordedTime }) => <span className={styles.number}>{formatDateTime(recordedTime)}</span>,
    },
    {
      key: 'recording',
      title: t('recording'),
      width: 340,
      render: (recording) =>
        recording.refusal === null ? (
          <RecordingPlayer recording={recording} />
        ) : (
          <span className={styles.note}>{t(`refusal.${recording.refusal}`)}</span>
        ),
    },
    {
      key: 'length',
      title: t('length'),
      width: 96,
      render: ({ durationMs }) =>
        durationMs !== null && <span className={styles.number}>{formatSeconds(durationMs)}</span>,
    },
    placeColumn,
    {
      key: 'reason',
      title: t('reason'),
      render: ({ trigger }) => trigger !== null && t(`trigger.${trigger}`),
    },
  ];
}

/** `0:03`: a started second counts, so that nothing has the length 0. */
function formatSeconds(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
