import { Button, Empty, Pagination, Skeleton, Table, type TableProps } from 'antd';
import { cloneElement, isValidElement, type Key, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { usePhone } from '../../ui/media.ts';
import { ColumnSelect } from './column-select.tsx';
import { RecordCards } from './record-cards.tsx';
import styles from './record-table.module.css';
import { nextOrder, type RowOrder, type RowSelection, type RowSort } from './row-tools.ts';

export interface RecordColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Pixels; columns without a width share the rest. */
  readonly width?: number;
  /** Whether users can hide it; the first column is always visible. */
  readonly optional?: boolean;
  /** An optional column that is hidden until the user shows it. */
  readonly initiallyHidden?: boolean;
  /** Whether the table can be sorted by it, if the table has a sort order. */
  readonly sortable?: boolean;
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
  /** The sort order, if rows are sorted on request. */
  readonly sort?: RowSort;
  /** Ticked rows, if rows can be ticked. */
  readonly selection?: RowSelection<Row>;
  /** Sums of all rows, below the table and always visible; on a phone the first card. */
  readonly sum?: Row;
  /** Width in pixels below which the table scrolls sideways; its first column and the actions stay. */
  readonly minWidth?: number;
}

/** Sticky elements stop above the padding of the screen, 20 pixels; sums and scroll bar are at its end. */
const SUM_OFFSETS = { offsetScroll: -20, offsetSummary: -20 };

const parseStrings = (stored: unknown): string[] | null =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string') ? stored : null;

/**
 * A table with a sticky header and columns that can be hidden; on a phone a card for each row. Tables of different names
 * have their own hidden columns.
 */
export function RecordTable<Row extends object>(props: RecordTableProps<Row>) {
  return <NamedTable key={props.name} {...props} />;
}

function NamedTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation('app');
  const phone = usePhone();
  const { label, name, rows, columns, failure, onRetry, empty, page } = props;
  const initiallyHidden = columns.filter((column) => column.initiallyHidden).map(({ key }) => key);
  const [hidden, setHidden] = useLocalStorage<string[]>(`columns.${name}`, initiallyHidden, parseStrings);
  const sortProps = useSortProps<Row>(props.sort);
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
  const columnSelect = <ColumnSelect columns={optional} hidden={hidden} onHiddenChange={setHidden} />;
  return (
    <>
      {phone ? (
        <RecordCards
          label={label}
          rows={rows}
          rowKey={props.rowKey}
          // Without the bar above the cards there is no choice of columns.
          columns={props.sort || props.selection ? visible : columns}
          actions={props.actions}
          sort={props.sort}
          selection={props.selection}
          columnSelect={columnSelect}
          sum={props.sum}
        />
      ) : (
        <Table<Row>
          className={[styles.table, props.sum === undefined ? '' : styles.withSum].join(' ')}
          aria-label={label}
          size="middle"
          sticky={props.sum === undefined ? true : SUM_OFFSETS}
          pagination={false}
          dataSource={[...rows]}
          rowKey={props.rowKey}
          {...(props.minWidth === undefined ? {} : { scroll: { x: props.minWidth } })}
          {...sortProps}
          {...toSelectionProps(props.selection)}
          {...toSumProps(props, visible, props.actions !== undefined || optional.length > 0)}
          columns={[
            ...visible.map((column, index) => ({
              ...toTableColumn(column, props.sort),
              ...(index === 0 && props.minWidth !== undefined ? { fixed: 'start' as const } : {}),
            })),
            ...(props.actions || optional.length > 0
              ? [
                  {
                    key: '#actions',
                    title: (
                      <span className={styles.end}>
                        {props.actions && <span className="visually-hidden">{t('table.actions')}</span>}
                        {columnSelect}
                      </span>
                    ),
                    width: props.actions ? (props.actionsWidth ?? 120) : 56,
                    align: 'right' as const,
                    ...(props.minWidth === undefined ? {} : { fixed: 'end' as const }),
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

function toTableColumn<Row extends object>(
  { key, title, render, width, sortable }: RecordColumn<Row>,
  sort: RowSort | undefined,
) {
  return {
    key,
    title,
    ...(width === undefined ? {} : { width }),
    ellipsis: true,
    ...(sort === undefined || sortable !== true
      ? {}
      : {
          sorter: true,
          showSorterTooltip: false,
          sortOrder:
            sort.column === key ? ((sort.descending ? 'descend' : 'ascend') as 'descend' | 'ascend') : null,
          // A third click would remove the order, and every page has one.
          sortDirections: ['ascend', 'descend', 'ascend'] as ('ascend' | 'descend')[],
        }),
    render: (_: unknown, row: Row) => render(row),
  };
}

function toSumProps<Row extends object>(
  { sum, selection }: Pick<RecordTableProps<Row>, 'sum' | 'selection'>,
  columns: readonly RecordColumn<Row>[],
  hasActions: boolean,
): TableProps<Row> {
  if (sum === undefined) return {};
  const first = selection === undefined ? 0 : 1;
  return {
    summary: () => (
      <Table.Summary fixed="bottom">
        <Table.Summary.Row>
          {first === 1 && <Table.Summary.Cell index={0} />}
          {columns.map(({ key, render }, at) => (
            <Table.Summary.Cell key={key} index={first + at}>
              {render(sum)}
            </Table.Summary.Cell>
          ))}
          {hasActions && <Table.Summary.Cell index={first + columns.length} />}
        </Table.Summary.Row>
      </Table.Summary>
    ),
  };
}

/**
 * The table's own next order starts from the displayed one. The second click of a double click comes before the first
 * order is displayed, so the order is determined from the last requested one.
 */
function useSortProps<Row>(sort: RowSort | undefined): TableProps<Row> {
  const requested = useRef<RowOrder | null>(null);
  const { column, descending } = sort ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another order is displayed
  useEffect(() => {
    requested.current = null;
  }, [column, descending]);
  if (sort === undefined) return {};
  return {
    onChange: (_pages, _filters, sorter) => {
      const { columnKey } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
      if (columnKey === undefined) return;
      requested.current = nextOrder(requested.current ?? sort, String(columnKey));
      sort.onChange(requested.current);
    },
  };
}

function toSelectionProps<Row>(selection: RowSelection<Row> | undefined): TableProps<Row> {
  if (selection === undefined) return {};
  return {
    rowSelection: {
      selectedRowKeys: [...selection.keys],
      // Rows of other pages stay ticked.
      preserveSelectedRowKeys: true,
      columnWidth: 44,
      onChange: (keys) => selection.onChange(keys),
      getCheckboxProps: (row) => ({ 'aria-label': selection.rowLabel(row) }) as object,
      getTitleCheckboxProps: () => ({ 'aria-label': selection.pageLabel }) as object,
    },
  };
}
