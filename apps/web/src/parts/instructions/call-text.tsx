import styles from './ledger.module.css';

/** An instruction and, below it, its values on one line; empty: none. */
export function CallText({ title, values }: { readonly title: string; readonly values: string }) {
  return (
    <span className={styles.lines} title={`${title} ${values}`.trim()}>
      <span>{title}</span>
      {values !== '' && <small>{values}</small>}
    </span>
  );
}
