import { Pagination } from 'antd';
import { type Key, type ReactNode, useState } from 'react';
import listStyles from '../../parts/settings/record-list.module.css';
import styles from './delivery.module.css';

interface PagedListProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  readonly empty: string;
  /** The text of a row. */
  readonly children: (row: Row) => ReactNode;
  readonly actions: (row: Row) => ReactNode;
  /** If the server has the pages: the current one, the number of all rows, and the change. */
  readonly page?: {
    readonly index: number;
    readonly total: number;
    readonly onChange: (index: number) => void;
  };
}

/** Rows of a page. */
export const PAGE_SIZE = 10;

/** A list in pages, with buttons at the end of each row. */
export function PagedList<Row>({ label, rows, rowKey, empty, children, actions, page }: PagedListProps<Row>) {
  const [ownIndex, setOwnIndex] = useState(1);
  const total = page?.total ?? rows.length;
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const index = Math.min(page?.index ?? ownIndex, last);
  const visible = page === undefined ? rows.slice((index - 1) * PAGE_SIZE, index * PAGE_SIZE) : rows;
  if (total === 0) return <p className={listStyles.empty}>{empty}</p>;
  return (
    <>
      <ul className={listStyles.list} aria-label={label}>
        {visible.map((row) => (
          <li key={rowKey(row)}>
            <div className={listStyles.text}>{children(row)}</div>
            <span className={styles.actions}>{actions(row)}</span>
          </li>
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination
          className={styles.pages ?? ''}
          size="small"
          current={index}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={page?.onChange ?? setOwnIndex}
        />
      )}
    </>
  );
}
