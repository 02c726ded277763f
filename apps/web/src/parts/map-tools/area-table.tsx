import type { AreaUnit } from '@wakeline/domain/geo/measure-units';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './measure-panel.module.css';
import { AREA_CHOICES, formatArea } from './measure-text.ts';

interface AreaTableProps {
  /** Square metres; null while there is no area. */
  readonly squareMetres: number | null;
  readonly unit: AreaUnit;
  readonly onUnitChange: (unit: AreaUnit) => void;
}

/** An area in each of the units; the selected unit is used on the map. */
export function AreaTable({ squareMetres, unit, onUnitChange }: AreaTableProps) {
  const { t } = useTranslation('mapTools');
  const language = useLanguage();
  return (
    <fieldset className={styles.units}>
      <legend>{t('measure.areaUnit')}</legend>
      {AREA_CHOICES.map((areaUnit) => (
        <label key={areaUnit} data-selected={areaUnit === unit}>
          <input
            type="radio"
            name="area-unit"
            checked={areaUnit === unit}
            onChange={() => onUnitChange(areaUnit)}
            aria-label={t(`areas.${areaUnit}`)}
          />
          <span>{t(`areas.${areaUnit}`)}</span>
          <output>{squareMetres === null ? '—' : formatArea(squareMetres, areaUnit, language)}</output>
        </label>
      ))}
    </fieldset>
  );
}
