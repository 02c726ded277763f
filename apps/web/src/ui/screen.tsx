import type { ReactNode } from 'react';
import styles from './screen.module.css';

interface ScreenProps {
  readonly title: string;
  /** Main action, at the end of the title line. */
  readonly action?: ReactNode;
  /** One line of filters, or the tabs of the screen. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a screen with tables or forms: title and main action on one line, filters on the next, then the content. */
export function Screen({ title, action, filters, children }: ScreenProps) {
  return (
    <section className={styles.screen} aria-label={title}>
      <header className={styles.head}>
        <h1 title={title}>{title}</h1>
        {action}
      </header>
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
