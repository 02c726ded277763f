import { useTranslation } from 'react-i18next';
import type { Quantity } from './quantities.ts';
import styles from './value.module.css';

/** A quantity with its unit smaller and lighter behind it; a dash where it is not known. */
export function Value({ of }: { readonly of: Quantity | null }) {
  const { t } = useTranslation('format');
  if (of === null) return <span className={styles.unknown}>{t('unknown')}</span>;
  return (
    <span className={styles.value}>
      {of.value}
      <span className={styles.unit} data-tight={of.unit === 'percent' || of.unit === 'degrees'}>
        {t(`unit.${of.unit}`)}
      </span>
    </span>
  );
}
