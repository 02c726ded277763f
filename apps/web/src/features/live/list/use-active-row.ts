import { type KeyboardEvent, type RefObject, useState } from 'react';
import { listCommand } from '../../../ui/list-keys.ts';
import { type DeviceRow, type DeviceRows, ROW_HEIGHT } from './flat-rows.ts';

/** Which row has the keyboard: by what it shows, as rows come and go. */
type Active =
  | { readonly kind: 'tracker'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number | null };

function activeOf(row: DeviceRow): Active {
  return row.kind === 'tracker' ? { kind: 'tracker', id: row.id } : { kind: 'group', id: row.groupId };
}

/** What names a row among the others. */
export function keyOfRow(row: DeviceRow): string {
  return keyOf(activeOf(row));
}

function keyOf({ kind, id }: Active): string {
  return `${kind} ${id}`;
}

interface ActiveRowOptions {
  readonly rows: DeviceRows;
  readonly scroll: RefObject<HTMLElement | null>;
  readonly reveal: (index: number) => void;
  readonly onEnter: (row: DeviceRow) => void;
  readonly onTick: (row: DeviceRow) => void;
  readonly onFold: (groupId: number | null, fold: boolean) => void;
}

/** The row that has the keyboard, and what its keys do. */
export function useActiveRow({ rows, scroll, reveal, onEnter, onTick, onFold }: ActiveRowOptions) {
  const [chosen, setChosen] = useState<Active | null>(null);
  const index =
    chosen === null
      ? -1
      : chosen.kind === 'tracker'
        ? rows.indexOfTracker(chosen.id)
        : rows.indexOfGroup(chosen.id);

  function go(to: number): void {
    const next = Math.min(rows.count - 1, Math.max(0, to));
    const row = rows.at(next);
    if (!row) return;
    setChosen(activeOf(row));
    reveal(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT.tracker) - 1);
    const command = listCommand(event.key, index, rows.count, page);
    if (command === null) return;
    event.preventDefault();
    const row = rows.at(index);
    if (command.type === 'go') go(command.to);
    else if (row === undefined) return;
    else if (command.type === 'enter') onEnter(row);
    else if (command.type === 'tick') onTick(row);
    else if (row.kind === 'group' && row.open === command.fold) onFold(row.groupId, command.fold);
  }

  return {
    /** -1: none. */
    index,
    /** Null: none, or one that is not there. */
    key: chosen === null || index < 0 ? null : keyOf(chosen),
    choose: (row: DeviceRow) => setChosen(activeOf(row)),
    go,
    onKeyDown,
  };
}
