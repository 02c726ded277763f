import type { DevicePhoto } from '@wakeline/contract/photos';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { PhotoThumbnail } from '../../../../parts/photos/photo-thumbnail.tsx';
import { useDeletePhotos, usePhotos } from '../../../../parts/photos/use-photos.ts';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';
import styles from './device-page.module.css';
import type { DeviceSectionProps } from './device-sections.ts';
import { FIRST_PAGE, MediaSection, usePlaceColumn } from './media-section.tsx';

/** The photos of a device, newest first, with those that were refused. */
export function PhotosSection({ device: { trackerId } }: DeviceSectionProps) {
  const { t } = useTranslation('instructions');
  const [page, setPage] = useState(FIRST_PAGE);
  const deletion = useDeletePhotos();
  return (
    <MediaSection<DevicePhoto>
      label={t('photo.title')}
      name="device-photos"
      empty={t('photo.none')}
      query={usePhotos({ trackerId, ...page })}
      page={page}
      onPageChange={setPage}
      columns={usePhotoColumns()}
      read={({ photoId, takenTime, photoUrl }) => ({ id: photoId, time: takenTime, url: photoUrl })}
      textsAt={(time) => ({
        download: t('photo.download', { time }),
        delete: t('photo.delete', { time }),
        deletion: {
          title: t('photo.deleteTitle'),
          content: t('photo.deleteContent', { time }),
          okText: t('photo.deleteOk'),
          successText: t('photo.deleted'),
        },
      })}
      onDelete={(photoId) => deletion.mutateAsync({ trackerId, photoIds: [photoId] })}
    />
  );
}

function usePhotoColumns(): readonly RecordColumn<DevicePhoto>[] {
  const { t } = useTranslation('instructions');
  const { formatDateTime } = useFormat();
  const placeColumn = usePlaceColumn<DevicePhoto>(t('photo.place'));
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
    placeColumn,
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
