import styles from './plain-alert.module.css';

/** Signs in a disc, on a grid of 14: a cross, an i, a tick. */
const SIGNS = {
  error: 'M4.7 4.7l4.6 4.6M9.3 4.7L4.7 9.3',
  info: 'M7 6.2v4M7 3.6v1.2',
  success: 'M4.1 7.2l2.1 2.1 3.8-4.4',
} as const;

interface PlainAlertProps {
  readonly type: keyof typeof SIGNS;
  readonly text: string;
  readonly className?: string;
}

/** A message above a form, for pages that load without Ant Design. */
export function PlainAlert({ type, text, className }: PlainAlertProps) {
  return (
    <div className={`${styles.alert} ${className ?? ''}`} role="alert" data-type={type}>
      <svg className={styles.icon} viewBox="0 0 14 14" aria-hidden>
        <circle cx="7" cy="7" r="7" />
        <path d={SIGNS[type]} stroke="var(--wl-surface)" strokeWidth="1.2" fill="none" />
      </svg>
      <span>{text}</span>
    </div>
  );
}
