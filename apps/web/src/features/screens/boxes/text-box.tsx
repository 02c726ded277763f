import { useTranslation } from 'react-i18next';
import type { BoxContentProps } from './box-content.ts';
import styles from './boxes.module.css';

/** A text with a title. */
export function TextBox({ box: { title, options } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  return (
    <div className={styles.text}>
      {title !== '' && <strong>{title}</strong>}
      <p>{options.text === '' ? t('noText') : options.text}</p>
    </div>
  );
}
