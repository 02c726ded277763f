import { useTranslation } from 'react-i18next';
import type { Quantity } from './quantities.ts';
import styles from './value.module.css';

/** A quantity with its unit smaller and lighter behind it; a dash where it is not known. */
export function Value({ of }: { readonly of: Quantity | null }) {
  const { t } = useTranslation('format');
  if (of === null) return <span className={styles.unknown}>{t('unknown')}</span>;
  return <Measure of={of} unit={t(`unit.${of.unit}`)} />;
}

/** The same with the unit's text given: for rows by the thousand, which do not ask for texts one by one. */
export function Measure({ of, unit }: { readonly of: Quantity; readonly unit: string }) {
  return (
    <span className={styles.value}>
      {of.value}
      <span className={styles.unit} data-tight={of.unit === 'percent' || of.unit === 'degrees'}>
        {unit}
      </span>
    </span>
  );
}
