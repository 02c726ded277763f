import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

/** The second line of an object in a list. */
export function useSummary(): (object: MapObject) => string {
  const { t } = useTranslation('mapObjects');
  const { t: tFormat } = useTranslation('format');
  const { formatCoordinates } = useFormat();
  return (object) => {
    const hidden = object.display === 'HIDE' ? [t('hidden')] : [];
    if (object.kind === 'fence')
      return [...hidden, t(`fenceType.${object.source.fenceType}`), t(`notice.${object.source.notice}`)].join(
        ' · ',
      );
    if (object.kind === 'route') {
      const { value, unit } = formatDistance(object.source.length);
      return [...hidden, t(`routeType.${object.source.type}`), `${value} ${tFormat(`unit.${unit}`)}`].join(
        ' · ',
      );
    }
    return [...hidden, formatCoordinates(object.source.latitude, object.source.longitude)].join(' · ');
  };
}
