import { IconDownload } from '@tabler/icons-react';
import type { DevicePhoto } from '@wakeline/contract/photos';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import { buildMapPositionUrl } from '../../../../parts/addresses/map-position-url.ts';
import { PhotoThumbnail } from '../../../../parts/photos/photo-thumbnail.tsx';
import styles from '../../../../parts/photos/photos.module.css';
import { useDeletePhotos, usePhotos } from '../../../../parts/photos/use-photos.ts';
import { RecordActions } from '../../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { DeviceSectionProps } from './device-sections.ts';

/** The photos of a device, newest first, with those that were refused. */
export function PhotosSection({ device: { trackerId } }: DeviceSectionProps) {
  const { t } = useTranslation('instructions');
  const { formatDateTime } = useFormat();
  const [page, setPage] = useState({ pageIndex: 1, pageSize: 20 });
  const query = usePhotos({ trackerId, ...page });
  const failure = useListFailure(query);
  const columns = usePhotoColumns();
  const confirm = useConfirm();
  const deletion = useDeletePhotos();

  function remove({ photoId, takenTime }: DevicePhoto): void {
    const texts = {
      title: t('photo.deleteTitle'),
      content: t('photo.deleteContent', { time: formatDateTime(takenTime) }),
      okText: t('photo.deleteOk'),
      successText: t('photo.deleted'),
    };
    confirm(texts, () => deletion.mutateAsync({ trackerId, photoIds: [photoId] }));
  }

  return (
    <RecordTable<DevicePhoto>
      label={t('photo.title')}
      name="device-photos"
      rows={query.data?.list}
      rowKey={({ photoId }) => photoId}
      columns={columns}
      {...failure}
      empty={t('photo.none')}
      actions={(photo) => {
        const time = formatDateTime(photo.takenTime);
        return (
          <RecordActions
            edit={false}
            remove={
              query.data?.abilities.remove === true && {
                label: t('photo.delete', { time }),
                onClick: () => remove(photo),
              }
            }
          >
            {photo.photoUrl !== null && (
              <IconButton
                label={t('photo.download', { time })}
                href={`${photo.photoUrl}?download`}
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

function usePhotoColumns(): readonly RecordColumn<DevicePhoto>[] {
  const { t } = useTranslation('instructions');
  const { formatDateTime, formatCoordinates } = useFormat();
  return [
    {
      key: 'photo',
      title: t('photo.photo'),
      width: 128,
      render: (photo) => <PhotoThumbnail photo={photo} />,
    },
    {
      key: 'time',
      title: t('photo.time'),
      width: 190,
      render: ({ takenTime }) => <span className={styles.number}>{formatDateTime(takenTime)}</span>,
    },
    {
      key: 'place',
      title: t('photo.place'),
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
      key: 'camera',
      title: t('photo.camera'),
      width: 88,
      render: ({ channel }) => <span className={styles.number}>{channel}</span>,
    },
    {
      key: 'reason',
      title: t('photo.reason'),
      render: ({ refusal, trigger }) =>
        refusal !== null ? t(`photo.refusal.${refusal}`) : trigger !== null && t(`photo.trigger.${trigger}`),
    },
  ];
}
