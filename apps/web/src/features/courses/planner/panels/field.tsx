import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface FieldProps {
  readonly label: string;
  /** A field with this label as its accessible name. */
  readonly children: ReactNode;
}

/** A field below its label. */
export function Field({ label, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}
