import { IconDownload } from '@tabler/icons-react';
import type { DeviceRecording } from '@wakeline/contract/recordings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import { buildMapPositionUrl } from '../../../../parts/addresses/map-position-url.ts';
import { RecordingPlayer } from '../../../../parts/recordings/recording-player.tsx';
import styles from '../../../../parts/recordings/recordings.module.css';
import { useDeleteRecordings, useRecordings } from '../../../../parts/recordings/use-recordings.ts';
import { RecordActions } from '../../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { DeviceSectionProps } from './device-sections.ts';

/** The recordings of a device, newest first, with those that were refused. */
export function RecordingsSection({ device: { trackerId } }: DeviceSectionProps) {
  const { t } = useTranslation('recordings');
  const { formatDateTime } = useFormat();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 20 });
  const query = useRecordings({ trackerId, ...page });
  const failure = useListFailure(query);
  const columns = useRecordingColumns();
  const confirm = useConfirm();
  const deletion = useDeleteRecordings();

  function remove({ recordingId, recordedTime }: DeviceRecording): void {
    const texts = {
      title: t('deleteTitle'),
      content: t('deleteContent', { time: formatDateTime(recordedTime) }),
      okText: t('deleteOk'),
      successText: t('deleted'),
    };
    confirm(texts, () => deletion.mutateAsync({ trackerId, recordingIds: [recordingId] }));
  }

  return (
    <RecordTable<DeviceRecording>
      label={t('title')}
      name="device-recordings"
      rows={query.data?.list}
      rowKey={({ recordingId }) => recordingId}
      columns={columns}
      {...failure}
      empty={t('none')}
      actions={(recording) => {
        const time = formatDateTime(recording.recordedTime);
        return (
          <RecordActions
            edit={false}
            remove={
              query.data?.abilities.remove === true && {
                label: t('delete', { time }),
                onClick: () => remove(recording),
              }
            }
          >
            {recording.recordingUrl !== null && (
              <IconButton
                label={t('download', { time })}
                href={`${recording.recordingUrl}?download`}
                download
                icon={<IconDownload size={18} stroke={1.75} />}
              />
            )}
          </RecordActions>
        );
      }}
      page={{
        index: page.pageIndex,
        size: page.pageSize,
        total: query.data?.total ?? 0,
        onChange: (pageIndex, pageSize) => setPage({ pageIndex, pageSize }),
      }}
    />
  );
}

function useRecordingColumns(): readonly RecordColumn<DeviceRecording>[] {
  const { t } = useTranslation('recordings');
  const { formatDateTime, formatCoordinates } = useFormat();
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
    {
      key: 'place',
      title: t('place'),
      width: 200,
      render: ({ latitude, longitude }) =>
        latitude !== null &&
        longitude !== null && (
          <Link to={buildMapPositionUrl({ latitude, longitude })} className={styles.number ?? ''}>
            {formatCoordinates(latitude, longitude)}
          </Link>
        ),
    },
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
