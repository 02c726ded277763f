import type { LabelPoint } from '@wakeline/contract/entities/map-object';
import { Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { DetailList } from './detail-list.tsx';
import styles from './object-popup.module.css';
import { useGroupName } from './use-group-name.ts';

export function PointDetails({ point }: { readonly point: LabelPoint }) {
  const { t } = useTranslation('mapObjects');
  const { formatCoordinates } = useFormat();
  const groupName = useGroupName();
  return (
    <>
      <DetailList
        details={[
          [t('form.coordinates'), formatCoordinates(point.latitude, point.longitude)],
          [t('form.group'), groupName(point.groupId)],
        ]}
      />
      {point.images.length > 0 && (
        <div className={styles.images}>
          <Image.PreviewGroup>
            {point.images.map((image, index) => (
              <Image
                key={image}
                src={image}
                width={64}
                height={48}
                alt={t('form.image', { number: index + 1 })}
              />
            ))}
          </Image.PreviewGroup>
        </div>
      )}
    </>
  );
}
