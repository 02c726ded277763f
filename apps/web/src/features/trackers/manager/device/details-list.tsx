import type { ReactNode } from 'react';
import styles from './device-page.module.css';

interface Detail {
  readonly key: string;
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values of a device. */
export function DetailsList({ details }: { readonly details: readonly Detail[] }) {
  return (
    <dl className={styles.details}>
      {details.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
