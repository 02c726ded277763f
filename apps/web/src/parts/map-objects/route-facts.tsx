import type { Route } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { distance } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { DistanceMarks } from './distance-marks.tsx';
import { FactList } from './fact-list.tsx';
import { useGroupName } from './use-group-name.ts';

export function RouteFacts({ route }: { readonly route: Route }) {
  const { t } = useTranslation('mapObjects');
  const { t: format } = useTranslation('format');
  const { count } = useFormat();
  const groupName = useGroupName();
  const { value, unit } = distance(route.length);
  return (
    <>
      <FactList
        facts={[
          [t('form.type'), t(`routeType.${route.type}`)],
          [t('fact.length'), `${value} ${format(`unit.${unit}`)}`],
          [t('fact.points'), count(route.pointCount)],
          ...(route.start === '' ? [] : ([[t('form.start'), route.start]] as const)),
          ...(route.end === '' ? [] : ([[t('form.end'), route.end]] as const)),
          [t('form.group'), groupName(route.groupId)],
        ]}
      />
      <DistanceMarks routeId={route.routeId} />
    </>
  );
}
