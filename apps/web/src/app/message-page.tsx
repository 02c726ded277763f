import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  /** True if it fills the page; otherwise it replaces a screen. */
  readonly standalone?: boolean;
}

/** A page with a message and one action. */
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
