import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  /** It is all there is on the page; otherwise it stands where a screen would. */
  readonly standalone?: boolean;
}

/** A page that only says something and offers one way on. */
export function MessagePage({ title, text, action, standalone = false }: MessagePageProps) {
  const Container = standalone ? 'main' : 'div';
  return (
    <Container className={styles.page}>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </Container>
  );
}
