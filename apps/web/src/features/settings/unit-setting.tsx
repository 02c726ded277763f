import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Quantity } from '../../format/quantities.ts';
import { Setting } from '../../parts/settings/setting.tsx';
import styles from './display-section.module.css';

/** Both settings of a unit: that of the metre, then that of the trade. */
const UNITS = [1, 2] as const;
type Units = (typeof UNITS)[number];

interface UnitSettingProps {
  readonly name: string;
  readonly value: Units;
  readonly label: (units: Units) => string;
  readonly example: (units: Units) => Quantity;
  readonly onChange: (units: Units) => void;
}

/** A choice between two units, each with the same value as an example. */
export function UnitSetting({ name, value, label, example, onChange }: UnitSettingProps) {
  const { t } = useTranslation('format');
  return (
    <Setting name={name}>
      {(labelProps) => (
        <Radio.Group
          {...labelProps}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={UNITS.map((units) => {
            const { value: number, unit } = example(units);
            return {
              value: units,
              label: (
                <>
                  {label(units)}{' '}
                  <small className={styles.example}>
                    {number} {t(`unit.${unit}`)}
                  </small>
                </>
              ),
            };
          })}
        />
      )}
    </Setting>
  );
}
