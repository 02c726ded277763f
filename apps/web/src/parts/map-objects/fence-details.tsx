import type { Fence } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { toFenceShape } from '../../map/objects/fence-shape.ts';
import { DetailList } from './detail-list.tsx';
import { useFenceMeasures } from './use-fence-measures.ts';
import { useGroupName } from './use-group-name.ts';

export function FenceDetails({ fence }: { readonly fence: Fence }) {
  const { t } = useTranslation('mapObjects');
  const formatMeasures = useFenceMeasures();
  const groupName = useGroupName();
  const shape = toFenceShape(fence);
  const measured = shape === null ? null : formatMeasures(shape);
  return (
    <DetailList
      details={[
        [t('details.type'), t(`fenceType.${fence.fenceType}`)],
        ...(measured === null
          ? []
          : ([
              [t('details.area'), measured.area],
              [t('details.perimeter'), measured.length],
            ] as const)),
        [t('form.notice'), t(`notice.${fence.notice}`)],
        [t('form.group'), groupName(fence.groupId)],
      ]}
    />
  );
}
