import styles from './badge-dot.module.css';

/** A dot beside a name; `text` is read instead of it. */
export function BadgeDot({ text }: { readonly text: string }) {
  return (
    <>
      <i className={styles.dot} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </>
  );
}
