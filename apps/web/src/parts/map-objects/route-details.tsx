import type { Route } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';
import { DetailList } from './detail-list.tsx';
import { DistanceMarkerControls } from './distance-marker-controls.tsx';
import { useGroupName } from './use-group-name.ts';

export function RouteDetails({ route }: { readonly route: Route }) {
  const { t } = useTranslation('mapObjects');
  const { t: tFormat } = useTranslation('format');
  const { formatCount } = useFormat();
  const groupName = useGroupName();
  const { value, unit } = formatDistance(route.length);
  return (
    <>
      <DetailList
        details={[
          [t('form.type'), t(`routeType.${route.type}`)],
          [t('details.length'), `${value} ${tFormat(`unit.${unit}`)}`],
          [t('details.points'), formatCount(route.pointCount)],
          ...(route.start === '' ? [] : ([[t('form.start'), route.start]] as const)),
          ...(route.end === '' ? [] : ([[t('form.end'), route.end]] as const)),
          [t('form.group'), groupName(route.groupId)],
        ]}
      />
      <DistanceMarkerControls routeId={route.routeId} />
    </>
  );
}
