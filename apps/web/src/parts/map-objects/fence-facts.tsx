import type { Fence } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { fenceShapeOf } from '../../map/objects/fence-shape-of.ts';
import { FactList } from './fact-list.tsx';
import { useFenceMeasures } from './use-fence-measures.ts';
import { useGroupName } from './use-group-name.ts';

export function FenceFacts({ fence }: { readonly fence: Fence }) {
  const { t } = useTranslation('mapObjects');
  const measures = useFenceMeasures();
  const groupName = useGroupName();
  const shape = fenceShapeOf(fence);
  const known = shape === null ? null : measures(shape);
  return (
    <FactList
      facts={[
        [t('fact.type'), t(`fenceType.${fence.fenceType}`)],
        ...(known === null
          ? []
          : ([
              [t('fact.area'), known.area],
              [t('fact.perimeter'), known.length],
            ] as const)),
        [t('form.notice'), t(`notice.${fence.notice}`)],
        [t('form.group'), groupName(fence.groupId)],
      ]}
    />
  );
}
