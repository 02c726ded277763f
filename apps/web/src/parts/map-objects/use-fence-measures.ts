import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { AreaUnit } from '@wakeline/domain/geo/measure-units';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../format/quantities.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { formatArea, parseAreaUnit } from '../map-tools/measure-text.ts';
import { measureFence } from './measure-fence.ts';

/** Square metres from which an area is said in square kilometres by those who have not chosen a unit. */
const LARGE_AREA_M2 = 100_000;

/** Area and length of a fence in words, the area in the unit in which the person measures. */
export function useFenceMeasures(): (shape: FenceShape) => {
  readonly area: string;
  readonly length: string;
} {
  const { t } = useTranslation('mapTools');
  const { t: format } = useTranslation('format');
  const language = useLanguage();
  const [storedUnit] = useLocalStorage<AreaUnit | null>('measureArea', null, parseAreaUnit);
  return (shape) => {
    const { area, perimeter } = measureFence(shape);
    const { value, unit } = formatDistance(perimeter);
    const areaUnit = storedUnit ?? (area < LARGE_AREA_M2 ? 'm2' : 'km2');
    return {
      area: `${formatArea(area, areaUnit, language)} ${t(`units.${areaUnit}`)}`,
      length: `${value} ${format(`unit.${unit}`)}`,
    };
  };
}
