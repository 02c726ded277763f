import type { ReactNode } from 'react';
import styles from './plain-page.module.css';

interface PlainPageProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
}

/** A page that only says something and offers one way on. */
export function PlainPage({ title, text, action }: PlainPageProps) {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </main>
  );
}
