import type { LabelPoint } from '@wakeline/contract/entities/map-object';
import { Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { FactList } from './fact-list.tsx';
import styles from './object-popup.module.css';
import { useGroupName } from './use-group-name.ts';

export function PointFacts({ point }: { readonly point: LabelPoint }) {
  const { t } = useTranslation('mapObjects');
  const { coordinates } = useFormat();
  const groupName = useGroupName();
  return (
    <>
      <FactList
        facts={[
          [t('form.coordinates'), coordinates(point.latitude, point.longitude)],
          [t('form.group'), groupName(point.groupId)],
        ]}
      />
      {point.images.length > 0 && (
        <div className={styles.images}>
          <Image.PreviewGroup>
            {point.images.map((image, at) => (
              <Image
                key={image}
                src={image}
                width={64}
                height={48}
                alt={t('form.image', { number: at + 1 })}
              />
            ))}
          </Image.PreviewGroup>
        </div>
      )}
    </>
  );
}
