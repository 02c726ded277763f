import styles from './news-dot.module.css';

/** A dot beside a name that has news; `text` is read instead of it. */
export function NewsDot({ text }: { readonly text: string }) {
  return (
    <>
      <i className={styles.dot} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </>
  );
}
