import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './settings.module.css';

interface SectionHeadProps {
  /** What the section is for. */
  readonly text: string;
  /** The user sees the settings, but may not change them. */
  readonly isReadOnly: boolean;
  /** Main actions. */
  readonly children?: ReactNode;
}

/** The first lines of a section: what it is for, and its actions. */
export function SectionHead({ text, isReadOnly, children }: SectionHeadProps) {
  const { t } = useTranslation('satelliteSettings');
  return (
    <div className={styles.head}>
      <p>
        {text}
        {isReadOnly && <> {t('readOnly')}</>}
      </p>
      {children && <div className={styles.buttons}>{children}</div>}
    </div>
  );
}
