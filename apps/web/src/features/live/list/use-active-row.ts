import { type KeyboardEvent, type RefObject, useState } from 'react';
import { getListCommand } from '../../../ui/list-keys.ts';
import { type DeviceRow, type DeviceRows, ROW_HEIGHT } from './flat-rows.ts';

/** The active row, by its content, as rows are added and removed. */
type RowRef =
  | { readonly kind: 'tracker'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number | null };

function rowRefOf(row: DeviceRow): RowRef {
  return row.kind === 'tracker' ? { kind: 'tracker', id: row.id } : { kind: 'group', id: row.groupId };
}

/** Unique key of a row. */
export function keyOfRow(row: DeviceRow): string {
  return keyOf(rowRefOf(row));
}

function keyOf({ kind, id }: RowRef): string {
  return `${kind} ${id}`;
}

interface ActiveRowOptions {
  readonly rows: DeviceRows;
  readonly scroll: RefObject<HTMLElement | null>;
  readonly reveal: (index: number) => void;
  readonly onEnter: (row: DeviceRow) => void;
  readonly onToggle: (row: DeviceRow) => void;
  readonly onCollapse: (groupId: number | null, collapse: boolean) => void;
}

/** The active row and its keyboard handling. */
export function useActiveRow({ rows, scroll, reveal, onEnter, onToggle, onCollapse }: ActiveRowOptions) {
  const [active, setActive] = useState<RowRef | null>(null);
  const index =
    active === null
      ? -1
      : active.kind === 'tracker'
        ? rows.indexOfTracker(active.id)
        : rows.indexOfGroup(active.id);

  function go(target: number): void {
    const next = Math.min(rows.count - 1, Math.max(0, target));
    const row = rows.at(next);
    if (!row) return;
    setActive(rowRefOf(row));
    reveal(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT.tracker) - 1);
    const command = getListCommand(event.key, index, rows.count, page);
    if (command === null) return;
    event.preventDefault();
    const row = rows.at(index);
    if (command.type === 'go') go(command.to);
    else if (row === undefined) return;
    else if (command.type === 'enter') onEnter(row);
    else if (command.type === 'toggle') onToggle(row);
    else if (row.kind === 'group' && row.open === command.collapsed)
      onCollapse(row.groupId, command.collapsed);
  }

  return {
    /** -1: none. */
    index,
    /** Null: none, or it is not listed. */
    key: active === null || index < 0 ? null : keyOf(active),
    activate: (row: DeviceRow) => setActive(rowRefOf(row)),
    go,
    onKeyDown,
  };
}
