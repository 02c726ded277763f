import type { ReactNode } from 'react';
import styles from './plain-page.module.css';

interface PlainPageProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  /** It is all there is on the page; otherwise it stands where a screen would. */
  readonly alone?: boolean;
}

/** A page that only says something and offers one way on. */
export function PlainPage({ title, text, action, alone = false }: PlainPageProps) {
  const Box = alone ? 'main' : 'div';
  return (
    <Box className={styles.page}>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </Box>
  );
}
