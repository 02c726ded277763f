import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { AreaUnit } from '@wakeline/domain/geo/measure-units';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../format/quantities.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { formatArea, parseAreaUnit } from '../map-tools/measure-text.ts';
import { measureFence } from './measure-fence.ts';

/** From this area in square metres on, areas are in square kilometres unless the user has selected a unit. */
const LARGE_AREA_M2 = 100_000;

/** Area and length of a fence as text, the area in the unit selected for measuring. */
export function useFenceMeasures(): (shape: FenceShape) => {
  readonly area: string;
  readonly length: string;
} {
  const { t } = useTranslation('mapTools');
  const { t: tFormat } = useTranslation('format');
  const language = useLanguage();
  const [storedUnit] = useLocalStorage<AreaUnit | null>('measureArea', null, parseAreaUnit);
  return (shape) => {
    const { area, perimeter } = measureFence(shape);
    const { value, unit } = formatDistance(perimeter);
    const areaUnit = storedUnit ?? (area < LARGE_AREA_M2 ? 'm2' : 'km2');
    return {
      area: `${formatArea(area, areaUnit, language)} ${t(`units.${areaUnit}`)}`,
      length: `${value} ${tFormat(`unit.${unit}`)}`,
    };
  };
}
