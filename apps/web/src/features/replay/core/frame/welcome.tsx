import styles from './welcome.module.css';

interface WelcomeProps {
  readonly title: string;
  readonly text: string;
}

/** What can be done here, for who comes without a question. */
export function Welcome({ title, text }: WelcomeProps) {
  return (
    <p className={styles.welcome}>
      <strong>{title}</strong>
      {text}
    </p>
  );
}
