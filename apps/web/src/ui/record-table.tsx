import { IconColumns } from '@tabler/icons-react';
import { Button, Checkbox, Empty, Pagination, Popover, Skeleton, Table } from 'antd';
import type { Key, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { usePhone } from './media.ts';
import styles from './record-table.module.css';
import { useStored } from './stored.ts';

export interface RecordColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Pixels; columns without one share what is left. */
  readonly width?: number;
  /** Whether people may hide it; the first column always stays. */
  readonly optional?: boolean;
}

interface RecordTableProps<Row> {
  /** Name for people who hear the page, and under which hidden columns are remembered. */
  readonly label: string;
  readonly name: string;
  /** Undefined while they are being asked for the first time. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => Key;
  readonly columns: readonly RecordColumn<Row>[];
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
  readonly actionsWidth?: number;
  /** Why the rows could not be read, in words. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
  /** Where the rows are a page of more. */
  readonly page?: {
    readonly index: number;
    readonly size: number;
    readonly total: number;
    readonly onChange: (index: number, size: number) => void;
  };
}

const asTexts = (stored: unknown): string[] | null =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string') ? stored : null;

/** Rows of things: a table with a head that stays and columns that can be hidden; on a phone a card for each row. */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation('app');
  const phone = usePhone();
  const { label, name, rows, columns, failure, onRetry, empty, page } = props;
  const [hidden, setHidden] = useStored<string[]>(`columns.${name}`, [], asTexts);
  const shown = columns.filter(({ key }) => !hidden.includes(key));

  if (rows === undefined && failure !== null)
    return (
      <div className={styles.failure} role="alert">
        <p>{failure}</p>
        <Button onClick={onRetry}>{t('action.retry')}</Button>
      </div>
    );
  if (rows === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (rows.length === 0 && (page === undefined || page.total === 0)) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} className={styles.empty ?? ''} />;
  }
  return (
    <div className={styles.frame}>
      {phone ? (
        <Cards {...props} rows={rows} columns={columns} />
      ) : (
        <>
          <div className={styles.columns}>
            <ColumnChoice columns={columns} hidden={hidden} onHidden={setHidden} />
          </div>
          <Table<Row>
            aria-label={label}
            size="middle"
            sticky
            pagination={false}
            dataSource={[...rows]}
            rowKey={props.rowKey}
            columns={[
              ...shown.map(({ key, title, render, width }) => ({
                key,
                title,
                ...(width === undefined ? {} : { width }),
                ellipsis: true,
                render: (_: unknown, row: Row) => render(row),
              })),
              ...(props.actions
                ? [
                    {
                      key: '#actions',
                      title: <span className="visually-hidden">{t('table.actions')}</span>,
                      width: props.actionsWidth ?? 120,
                      align: 'right' as const,
                      render: (_: unknown, row: Row) => props.actions?.(row),
                    },
                  ]
                : []),
            ]}
          />
        </>
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
        />
      )}
    </div>
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

interface ColumnChoiceProps {
  readonly columns: readonly { readonly key: string; readonly title: string; readonly optional?: boolean }[];
  readonly hidden: readonly string[];
  readonly onHidden: (hidden: string[]) => void;
}

function ColumnChoice({ columns, hidden, onHidden }: ColumnChoiceProps) {
  const { t } = useTranslation('app');
  const optional = columns.filter((column) => column.optional);
  if (optional.length === 0) return null;
  const keys = optional.map(({ key }) => key);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <Checkbox.Group
          className={styles.choice ?? ''}
          options={optional.map(({ key, title }) => ({ value: key, label: title }))}
          value={keys.filter((key) => !hidden.includes(key))}
          onChange={(shown) => onHidden(keys.filter((key) => !shown.includes(key)))}
        />
      }
    >
      <span>
        <IconButton label={t('table.columns')} icon={<IconColumns size={18} stroke={1.75} />} />
      </span>
    </Popover>
  );
}
