import { LIMITS } from '@wakeline/contract/limits';
import { MAP_ROLES } from '@wakeline/contract/roles';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { useSession } from '../../../service/session.ts';
import { tagPlaceholder } from '../../../ui/tag-placeholder.tsx';

interface ReportObjects {
  readonly fenceIds: readonly number[];
  readonly labelPointIds: readonly number[];
}

interface ObjectFieldProps extends ReportObjects {
  readonly onChange: (objects: ReportObjects) => void;
}

/** The fences and labelled points to which a report is limited; users without map functions have none. */
export function ObjectField(props: ObjectFieldProps) {
  const { roles } = useSession();
  const seesObjects = roles.some(({ name }) => (MAP_ROLES as readonly string[]).includes(name));
  return seesObjects ? <Field {...props} /> : null;
}

const FENCE = 'f';
const POINT = 'p';

function Field({ fenceIds, labelPointIds, onChange }: ObjectFieldProps) {
  const { t } = useTranslation('stopReport');
  const fences = useObjects('fence').list;
  const points = useObjects('labelPoint').list;
  const known = new Set([
    ...fences.map(({ id }) => `${FENCE}${id}`),
    ...points.map(({ id }) => `${POINT}${id}`),
  ]);
  const chosen = [
    ...fenceIds.map((id) => `${FENCE}${id}`),
    ...labelPointIds.map((id) => `${POINT}${id}`),
  ].filter((key) => known.has(key));
  const idsOf = (keys: readonly string[], kind: string) =>
    keys.filter((key) => key.startsWith(kind)).map((key) => Number(key.slice(1)));
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      maxCount={LIMITS.reportObjects}
      maxTagCount="responsive"
      maxTagPlaceholder={(omitted) => tagPlaceholder(omitted, chosen.length)}
      popupMatchSelectWidth={FILTER_POPUP_WIDTH}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('places')}
      placeholder={t('places')}
      value={chosen}
      options={[
        {
          label: t('fences'),
          options: fences.map(({ id, name }) => ({ value: `${FENCE}${id}`, label: name })),
        },
        {
          label: t('points'),
          options: points.map(({ id, name }) => ({ value: `${POINT}${id}`, label: name })),
        },
      ]}
      onChange={(keys) => onChange({ fenceIds: idsOf(keys, FENCE), labelPointIds: idsOf(keys, POINT) })}
    />
  );
}
