import type { AreaUnit } from '@wakeline/domain/geo/measure-units';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './measure-panel.module.css';
import { AREA_CHOICES, areaIn } from './measure-text.ts';

interface AreaTableProps {
  /** Square metres; null while there is none. */
  readonly size: number | null;
  readonly unit: AreaUnit;
  readonly onUnit: (unit: AreaUnit) => void;
}

/** An area in each of the units; the chosen one is written on the map. */
export function AreaTable({ size, unit, onUnit }: AreaTableProps) {
  const { t } = useTranslation('mapTools');
  const language = useLanguage();
  return (
    <fieldset className={styles.units}>
      <legend>{t('measure.areaUnit')}</legend>
      {AREA_CHOICES.map((one) => (
        <label key={one} data-chosen={one === unit}>
          <input
            type="radio"
            name="area-unit"
            checked={one === unit}
            onChange={() => onUnit(one)}
            aria-label={t(`areas.${one}`)}
          />
          <span>{t(`areas.${one}`)}</span>
          <output>{size === null ? '—' : areaIn(size, one, language)}</output>
        </label>
      ))}
    </fieldset>
  );
}
