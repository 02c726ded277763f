import { useTranslation } from 'react-i18next';
import type { Quantity } from './quantities.ts';
import styles from './value.module.css';

/** A quantity followed by its unit in smaller, lighter type; a dash where the value is unknown. */
export function Value({ quantity }: { readonly quantity: Quantity | null }) {
  const { t } = useTranslation('format');
  if (quantity === null) return <span className={styles.unknown}>{t('unknown')}</span>;
  return <Measure quantity={quantity} unit={t(`unit.${quantity.unit}`)} />;
}

/**
 * The same with the unit's text passed in: for lists with thousands of rows, which must not translate each row
 * separately.
 */
export function Measure({ quantity, unit }: { readonly quantity: Quantity; readonly unit: string }) {
  return (
    <span className={styles.value}>
      {quantity.value}
      <span className={styles.unit} data-tight={quantity.unit === 'percent' || quantity.unit === 'degrees'}>
        {unit}
      </span>
    </span>
  );
}
