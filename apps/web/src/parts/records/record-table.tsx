import { IconColumns } from '@tabler/icons-react';
import { Button, Checkbox, Empty, Pagination, Popover, Skeleton, Table } from 'antd';
import { cloneElement, isValidElement, type Key, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { usePhone } from '../../ui/media.ts';
import styles from './record-table.module.css';

export interface RecordColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Pixels; columns without a width share the rest. */
  readonly width?: number;
  /** Whether users can hide it; the first column is always visible. */
  readonly optional?: boolean;
}

interface RecordTableProps<Row> {
  /** Accessible name; `name` is the storage key of the hidden columns. */
  readonly label: string;
  readonly name: string;
  /** Undefined during the first load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => Key;
  readonly columns: readonly RecordColumn<Row>[];
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
  readonly actionsWidth?: number;
  /** Error text if loading failed. */
  readonly failure: string | null;
  /** Null: retrying is useless. */
  readonly onRetry: (() => void) | null;
  readonly empty: ReactNode;
  /** Pagination, if `rows` is one page. */
  readonly page?: {
    readonly index: number;
    readonly size: number;
    readonly total: number;
    readonly onChange: (index: number, size: number) => void;
  };
}

const parseStrings = (stored: unknown): string[] | null =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string') ? stored : null;

/** A table with a sticky header and columns that can be hidden; on a phone a card for each row. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation('app');
  const phone = usePhone();
  const { label, name, rows, columns, failure, onRetry, empty, page } = props;
  const [hidden, setHidden] = useLocalStorage<string[]>(`columns.${name}`, [], parseStrings);
  const visible = columns.filter(({ key }) => !hidden.includes(key));
  const optional = columns.filter((column) => column.optional);

  if (rows === undefined && failure !== null)
    return (
      <div className={styles.failure} role="alert">
        <p>{failure}</p>
        {onRetry !== null && <Button onClick={onRetry}>{t('action.retry')}</Button>}
      </div>
    );
  if (rows === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (rows.length === 0 && (page === undefined || page.total === 0)) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} className={styles.empty ?? ''} />;
  }
  return (
    <>
      {phone ? (
        <Cards {...props} rows={rows} columns={columns} />
      ) : (
        <Table<Row>
          className={styles.table ?? ''}
          aria-label={label}
          size="middle"
          sticky
          pagination={false}
          dataSource={[...rows]}
          rowKey={props.rowKey}
          columns={[
            ...visible.map(({ key, title, render, width }) => ({
              key,
              title,
              ...(width === undefined ? {} : { width }),
              ellipsis: true,
              render: (_: unknown, row: Row) => render(row),
            })),
            ...(props.actions || optional.length > 0
              ? [
                  {
                    key: '#actions',
                    title: (
                      <span className={styles.end}>
                        {props.actions && <span className="visually-hidden">{t('table.actions')}</span>}
                        <ColumnSelect columns={optional} hidden={hidden} onHiddenChange={setHidden} />
                      </span>
                    ),
                    width: props.actions ? (props.actionsWidth ?? 120) : 56,
                    align: 'right' as const,
                    render: (_: unknown, row: Row) => props.actions?.(row),
                  },
                ]
              : []),
          ]}
        />
      )}
      {page && page.total > page.size && (
        <Pagination
          className={styles.pages ?? ''}
          size="small"
          simple={phone}
          current={page.index}
          pageSize={page.size}
          total={page.total}
          showSizeChanger={!phone}
          pageSizeOptions={[10, 20, 50, 100]}
          onChange={page.onChange}
          itemRender={(_page, kind, element) =>
            (kind === 'prev' || kind === 'next') &&
            isValidElement<{ readonly 'aria-label'?: string }>(element)
              ? cloneElement(element, { 'aria-label': t(kind === 'prev' ? 'table.previous' : 'table.next') })
              : element
          }
        />
      )}
    </>
  );
}

function Cards<Row extends object>({
  label,
  rows,
  rowKey,
  columns,
  actions,
}: RecordTableProps<Row> & { readonly rows: readonly Row[] }) {
  const [first, ...others] = columns;
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <div className={styles.cardHead}>
            <strong>{first?.render(row)}</strong>
            {actions?.(row)}
          </div>
          <dl>
            {others.map(({ key, title, render }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface ColumnSelectProps {
  /** The columns that can be hidden. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly hidden: readonly string[];
  readonly onHiddenChange: (hidden: string[]) => void;
}

function ColumnSelect({ columns, hidden, onHiddenChange }: ColumnSelectProps) {
  const { t } = useTranslation('app');
  if (columns.length === 0) return null;
  const keys = columns.map(({ key }) => key);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <Checkbox.Group
          className={styles.choice ?? ''}
          options={columns.map(({ key, title }) => ({ value: key, label: title }))}
          value={keys.filter((key) => !hidden.includes(key))}
          onChange={(visible) => onHiddenChange(keys.filter((key) => !visible.includes(key)))}
        />
      }
    >
      <span>
        <IconButton label={t('table.columns')} size="small" icon={<IconColumns size={18} stroke={1.75} />} />
      </span>
    </Popover>
  );
}
