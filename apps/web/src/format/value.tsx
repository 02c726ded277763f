import { useTranslation } from 'react-i18next';
import type { Quantity } from './quantities.ts';
import styles from './value.module.css';

/** A quantity with its unit smaller and lighter behind it; a dash where it is not known. */
export function Value({ quantity }: { readonly quantity: Quantity | null }) {
  const { t } = useTranslation('format');
  if (quantity === null) return <span className={styles.unknown}>{t('unknown')}</span>;
  return <Measure quantity={quantity} unit={t(`unit.${quantity.unit}`)} />;
}

/** The same with the unit's text given: for rows by the thousand, which do not ask for texts one by one. */
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
