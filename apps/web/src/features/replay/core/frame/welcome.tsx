import styles from './welcome.module.css';

interface WelcomeProps {
  readonly title: string;
  readonly text: string;
}

/** An introduction for users without a request. */
export function Welcome({ title, text }: WelcomeProps) {
  return (
    <p className={styles.welcome}>
      <strong>{title}</strong>
      {text}
    </p>
  );
}
