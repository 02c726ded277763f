import type { ReactNode } from 'react';
import styles from './plain-button.module.css';

interface PlainButtonProps {
  readonly children: ReactNode;
  readonly primary?: boolean;
  /** As wide as its container, and higher: the button of a form. */
  readonly large?: boolean;
  readonly submit?: boolean;
  readonly pending?: boolean;
  readonly autoFocus?: boolean;
  readonly className?: string;
  readonly onClick?: () => void;
}

/** A button for pages that load without Ant Design. */
export function PlainButton(props: PlainButtonProps) {
  const { children, primary = false, large = false, submit = false, pending = false } = props;
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`${styles.button} ${props.className ?? ''}`}
      data-primary={primary}
      data-large={large}
      aria-busy={pending}
      // biome-ignore lint/a11y/noAutofocus: the only action of its page
      autoFocus={props.autoFocus}
      onClick={pending ? (event) => event.preventDefault() : props.onClick}
    >
      {pending && <span className={styles.spinner} aria-hidden />}
      <span>{children}</span>
    </button>
  );
}
