import type { InstructionRecord } from '@wakeline/contract/instructions';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../records/use-list-failure.ts';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import styles from './photos.module.css';
import { usePhotos } from './use-photos.ts';

const MAX_PHOTOS = 50;

/** The photos that a device took for an instruction. They arrive after its receipt. */
export function InstructionPhotos({ record }: { readonly record: InstructionRecord }) {
  const { t } = useTranslation('instructions');
  const { trackerId, instructionId, state } = record;
  const query = usePhotos({ trackerId, instructionId, pageIndex: 1, pageSize: MAX_PHOTOS });
  const { failure } = useListFailure(query);
  const photos = query.data?.list ?? [];
  if (photos.length === 0 && state !== 'succeeded') return null;
  return (
    <section aria-label={t('photo.title')}>
      <h3>{t('photo.title')}</h3>
      {query.data === undefined ? (
        (failure ?? <Skeleton.Image />)
      ) : photos.length === 0 ? (
        <p>{t('photo.notYet')}</p>
      ) : (
        <div className={styles.strip}>
          {photos.map((photo) => (
            <PhotoThumbnail key={photo.photoId} photo={photo} width={224} />
          ))}
        </div>
      )}
    </section>
  );
}
