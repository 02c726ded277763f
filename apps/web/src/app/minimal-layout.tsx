import type { ReactNode } from 'react';
import styles from './minimal-layout.module.css';

interface MinimalLayoutProps {
  /** It fills the window and never scrolls as a whole. */
  readonly wide: boolean;
  readonly children: ReactNode;
}

/** Around a screen without header and menu. */
export function MinimalLayout({ wide, children }: MinimalLayoutProps) {
  return (
    <div className={styles.bare} data-wide={wide}>
      {children}
    </div>
  );
}
