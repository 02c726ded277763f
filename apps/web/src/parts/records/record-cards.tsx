import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { Checkbox, Select } from 'antd';
import type { Key, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './record-table.module.css';
import type { RowSelection, RowSort } from './row-tools.ts';

interface CardColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  readonly sortable?: boolean;
}

interface RecordCardsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  readonly columns: readonly CardColumn<Row>[];
  readonly actions: ((row: Row) => ReactNode) | undefined;
  readonly sort: RowSort | undefined;
  readonly selection: RowSelection<Row> | undefined;
  /** Button that opens the choice of columns. */
  readonly columnSelect: ReactNode;
  /** Sums of all rows, as the first card. */
  readonly sum: Row | undefined;
}

/** Rows as cards, for phones: the first column is the heading. */
export function RecordCards<Row extends object>(props: RecordCardsProps<Row>) {
  const { label, rows, rowKey, columns, actions, selection, sum } = props;
  const [first, ...others] = columns;
  return (
    <>
      <CardsBar {...props} />
      <ul className={styles.cards} aria-label={label}>
        {sum !== undefined && (
          <li className={styles.sum}>
            <div className={styles.cardHead}>
              <strong>{first?.render(sum)}</strong>
            </div>
            <CardValues columns={others} row={sum} />
          </li>
        )}
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <div className={styles.cardHead}>
              {selection && (
                <Checkbox
                  aria-label={selection.rowLabel(row)}
                  checked={selection.keys.includes(rowKey(row))}
                  onChange={({ target }) =>
                    selection.onChange(toggle(selection.keys, [rowKey(row)], target.checked))
                  }
                />
              )}
              <strong>{first?.render(row)}</strong>
              {actions?.(row)}
            </div>
            <CardValues columns={others} row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CardValues<Row>({
  columns,
  row,
}: {
  readonly columns: readonly CardColumn<Row>[];
  readonly row: Row;
}) {
  return (
    <dl>
      {columns.map(({ key, title, render }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Above the cards: what a table has in its header. */
function CardsBar<Row extends object>({
  rows,
  rowKey,
  columns,
  sort,
  selection,
  columnSelect,
}: RecordCardsProps<Row>) {
  const { t } = useTranslation('app');
  if (sort === undefined && selection === undefined) return null;
  const keys = rows.map(rowKey);
  const ticked = keys.filter((key) => selection?.keys.includes(key));
  return (
    <div className={styles.cardsBar}>
      {selection && (
        <Checkbox
          aria-label={selection.pageLabel}
          checked={ticked.length === keys.length}
          indeterminate={ticked.length > 0 && ticked.length < keys.length}
          onChange={({ target }) => selection.onChange(toggle(selection.keys, keys, target.checked))}
        />
      )}
      {sort && (
        <>
          <Select
            aria-label={t('table.sortBy')}
            value={sort.column}
            options={columns
              .filter(({ key, sortable }) => sortable === true || key === sort.column)
              .map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(column) => sort.onChange({ column, descending: sort.descending })}
          />
          <IconButton
            label={t(sort.descending ? 'table.descending' : 'table.ascending')}
            icon={sort.descending ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
            onClick={() => sort.onChange({ column: sort.column, descending: !sort.descending })}
          />
        </>
      )}
      {columnSelect}
    </div>
  );
}

/** The ticked keys after some were ticked or unticked. */
function toggle(keys: readonly Key[], changed: readonly Key[], checked: boolean): readonly Key[] {
  const others = keys.filter((key) => !changed.includes(key));
  return checked ? [...others, ...changed] : others;
}
