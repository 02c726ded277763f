import type { AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import { FLIGHT_PROFILES } from '@wakeline/domain/aviation/flight-profile';
import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from '../aviation.module.css';
import { displayedBounds, LIMIT_NAMES, limitUnit, toDisplayedLimit } from './plane-limits.ts';

/** The limits by which take-off and landing are found. An empty field has the value of the kind. */
export function LimitFields({ kind }: { readonly kind: AircraftKind }) {
  const { t } = useTranslation('planes');
  const { t: tFormat } = useTranslation('format');
  const units = useFormat();
  return (
    <fieldset className={styles.section}>
      <legend>{t('limits.title')}</legend>
      <p className={styles.hint}>{t('limits.hint', { kind: t(`kindName.${kind}`) })}</p>
      <div className={styles.row}>
        {LIMIT_NAMES.map((name) => {
          const bounds = displayedBounds(name, units);
          return (
            <Form.Item
              key={name}
              name={['thresholds', name]}
              label={t(`limits.${name}`)}
              tooltip={t(`limits.${name}Hint`)}
              rules={[{ type: 'number', ...bounds, message: t('limits.between', bounds) }]}
            >
              <InputNumber
                className={styles.field ?? ''}
                placeholder={String(Math.round(toDisplayedLimit(name, FLIGHT_PROFILES[kind][name], units)))}
                suffix={tFormat(`unit.${limitUnit(name, units)}`)}
              />
            </Form.Item>
          );
        })}
      </div>
    </fieldset>
  );
}
