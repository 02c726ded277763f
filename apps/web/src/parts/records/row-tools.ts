import type { Key } from 'react';

/** Column and direction by which rows are sorted. */
export interface RowOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** The sort order of a table that is sorted on request. */
export interface RowSort extends RowOrder {
  readonly onChange: (order: RowOrder) => void;
}

/**
 * The order after the selection of a column's title.
 *
 * @param last the last requested order, which the table may not have displayed yet
 */
export function nextOrder(last: RowOrder, column: string): RowOrder {
  return { column, descending: last.column === column && !last.descending };
}

/** The ticked rows of a table. */
export interface RowSelection<Row> {
  /** Keys of the ticked rows, also of other pages. */
  readonly keys: readonly Key[];
  readonly onChange: (keys: readonly Key[]) => void;
  /** Accessible name of the checkbox of a row, and of the one for all rows of the page. */
  readonly rowLabel: (row: Row) => string;
  readonly pageLabel: string;
}
