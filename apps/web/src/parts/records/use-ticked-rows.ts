import { type Key, useState } from 'react';

export interface TickedRows<Selection> {
  readonly selection: Selection;
  /** Ticked rows of the table. */
  readonly keys: readonly Key[];
  /** Whether every row of the page is ticked but not every matching one. */
  readonly canSelectAll: boolean;
  tick(keys: readonly Key[]): void;
  selectAll(): void;
  clear(): void;
}

interface TickedRowsOptions<Selection> {
  /** Another filter clears the selection. */
  readonly conditions: object;
  /** Ids of the rows of the page. */
  readonly pageIds: readonly number[];
  /** Number of all matching rows. */
  readonly total: number;
  /** Rows that can be ticked. */
  readonly max?: number;
  readonly toTicked: (ids: readonly number[]) => Selection;
  /** The selection of all rows that match. */
  readonly toMatching: () => Selection;
}

interface Ticked {
  readonly conditions: string;
  readonly ids: readonly number[];
  readonly allMatching: boolean;
}

/** The ticked rows of a table with pages, or all that match its filter. Ticked rows are kept across pages. */
export function useTickedRows<Selection>({
  conditions,
  pageIds,
  total,
  max,
  toTicked,
  toMatching,
}: TickedRowsOptions<Selection>): TickedRows<Selection> {
  const current = JSON.stringify(conditions);
  const nothing: Ticked = { conditions: current, ids: [], allMatching: false };
  const [stored, setStored] = useState(nothing);
  const { ids, allMatching } = stored.conditions === current ? stored : nothing;
  return {
    selection: allMatching ? toMatching() : toTicked(ids),
    keys: allMatching ? pageIds : ids,
    canSelectAll: !allMatching && total > ids.length && pageIds.every((id) => ids.includes(id)),
    tick: (keys) => setStored({ ...nothing, ids: keys.map(Number).slice(0, max) }),
    selectAll: () => setStored({ ...nothing, allMatching: true }),
    clear: () => setStored(nothing),
  };
}
