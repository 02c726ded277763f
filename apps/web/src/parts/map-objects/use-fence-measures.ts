import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { AreaUnit } from '@wakeline/domain/geo/measure-units';
import { useTranslation } from 'react-i18next';
import { distance } from '../../format/quantities.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useStored } from '../../ui/stored.ts';
import { areaIn, asAreaUnit } from '../map-tools/measure-text.ts';
import { fenceMeasures } from './fence-measures.ts';

/** Square metres from which an area is said in square kilometres by those who have not chosen a unit. */
const LARGE = 100_000;

/** Area and length of a fence in words, the area in the unit in which the person measures. */
export function useFenceMeasures(): (shape: FenceShape) => {
  readonly area: string;
  readonly length: string;
} {
  const { t } = useTranslation('mapTools');
  const { t: format } = useTranslation('format');
  const language = useLanguage();
  const [chosen] = useStored<AreaUnit | null>('measureArea', null, asAreaUnit);
  return (shape) => {
    const { area, perimeter } = fenceMeasures(shape);
    const { value, unit } = distance(perimeter);
    const inUnit = chosen ?? (area < LARGE ? 'm2' : 'km2');
    return {
      area: `${areaIn(area, inUnit, language)} ${t(`units.${inUnit}`)}`,
      length: `${value} ${format(`unit.${unit}`)}`,
    };
  };
}
