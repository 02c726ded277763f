import type { ReactNode } from 'react';
import styles from './minimal-layout.module.css';

interface MinimalLayoutProps {
  /** It fills the window and never scrolls as a whole. */
  readonly wide: boolean;
  readonly children: ReactNode;
}

/** Layout of a screen without header and menu. */
export function MinimalLayout({ wide, children }: MinimalLayoutProps) {
  return (
    <div className={styles.layout} data-wide={wide}>
      {children}
    </div>
  );
}
