import { IconPhotoOff } from '@tabler/icons-react';
import type { DevicePhoto } from '@wakeline/contract/photos';
import { Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './photos.module.css';

/** A small picture that opens in full size, or why there is none. */
export function PhotoThumbnail({
  photo,
  width = 96,
}: {
  readonly photo: DevicePhoto;
  readonly width?: number;
}) {
  const { t } = useTranslation('instructions');
  const { formatDateTime } = useFormat();
  if (photo.photoUrl === null) {
    return (
      <span className={styles.none} style={{ width }}>
        <IconPhotoOff size={24} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <Image
      className={styles.thumbnail ?? ''}
      src={photo.photoUrl}
      width={width}
      height={(width * 3) / 4}
      loading="lazy"
      alt={t('photo.alt', { time: formatDateTime(photo.takenTime) })}
    />
  );
}
