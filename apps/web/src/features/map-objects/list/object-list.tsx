import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { getListCommand } from '../../../ui/list-keys.ts';
import { GroupLine } from './group-line.tsx';
import { ObjectLine } from './object-line.tsx';
import styles from './object-list.module.css';
import type { ObjectFilter, ObjectRow } from './object-rows.ts';

const ROW_HEIGHT = { group: 34, object: 48 } as const;

/** Meaning of the checkboxes: visibility on the map, or selection for bulk actions. */
export interface Checkboxes {
  isChecked(object: MapObject): boolean;
  isDisabled(object: MapObject): boolean;
  setChecked(objects: readonly MapObject[], checked: boolean): void;
  /** Accessible name of a checkbox. */
  labelOf(name: string): string;
}

interface ObjectListProps {
  readonly label: string;
  readonly rows: readonly ObjectRow[];
  readonly filter: ObjectFilter;
  readonly selected: number | null;
  readonly checkboxes: Checkboxes;
  readonly onFocus: (object: MapObject) => void;
  readonly onCollapse: (groupId: number | null, collapse: boolean) => void;
  /** Opens an object's menu at a point of the page. */
  readonly onMenu: (object: MapObject, x: number, y: number) => void;
}

function keyOf(row: ObjectRow | undefined): string {
  return row?.kind === 'object' ? `o${row.object.id}` : `g${row?.groupId}`;
}

/**
 * The virtual list of groups and objects. The list itself has the keyboard focus and refers to the active row, because
 * rows are mounted and unmounted while scrolling.
 */
export function ObjectList(props: ObjectListProps) {
  const { label, rows, filter, selected, checkboxes, onFocus, onCollapse, onMenu } = props;
  const { t } = useTranslation('mapObjects');
  const scroll = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = activeKey === null ? -1 : rows.findIndex((row) => keyOf(row) === activeKey);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => ROW_HEIGHT[rows[index]?.kind ?? 'object'],
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on the rows, so new rows are measured again
  useEffect(() => virtual.measure(), [rows, virtual]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter gives another list, which starts at the top
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === `o${selected}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reveals a newly selected object once, and does not interfere with scrolling afterwards
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selected, selectedIndex >= 0]);

  const objectsOf = (row: ObjectRow) => (row.kind === 'group' ? row.objects : [row.object]);
  const editableObjects = (row: ObjectRow) =>
    objectsOf(row).filter((object) => !checkboxes.isDisabled(object));
  const isRowChecked = (row: ObjectRow) => objectsOf(row).every((object) => checkboxes.isChecked(object));

  function enter(row: ObjectRow): void {
    if (row.kind === 'group') onCollapse(row.groupId, row.open);
    else onFocus(row.object);
  }

  function go(target: number): void {
    const index = Math.min(rows.length - 1, Math.max(0, target));
    const row = rows[index];
    if (!row) return;
    setActiveKey(keyOf(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT.object) - 1);
    const command = getListCommand(event.key, active, rows.length, page);
    if (command === null) return;
    event.preventDefault();
    const row = rows[active];
    if (command.type === 'go') go(command.to);
    else if (row === undefined) return;
    else if (command.type === 'enter') enter(row);
    else if (command.type === 'toggle') checkboxes.setChecked(editableObjects(row), !isRowChecked(row));
    else if (command.type === 'collapse' && row.kind === 'group' && row.open === command.collapsed)
      onCollapse(row.groupId, command.collapsed);
  }

  return (
    <div
      ref={scroll}
      className={styles.list}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 ? `${prefix}${activeKey}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget && active < 0) go(Math.max(0, selectedIndex));
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key opens it at the focused element, which is the list itself.
        const row = rows[active];
        const rect = document.getElementById(`${prefix}${activeKey}`)?.getBoundingClientRect();
        if (event.target === event.currentTarget && row?.kind === 'object' && rect)
          onMenu(row.object, rect.left + 40, rect.bottom - 8);
      }}
    >
      <div className={styles.spacer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
            <div
              key={key}
              id={`${prefix}${keyOf(row)}`}
              role="treeitem"
              tabIndex={-1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-level={row.kind === 'group' ? 1 : 2}
              aria-expanded={row.kind === 'group' ? row.open : undefined}
              aria-selected={row.kind === 'object' && row.object.id === selected}
              data-active={index === active}
              onClick={() => {
                setActiveKey(keyOf(row));
                enter(row);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                event.stopPropagation();
                setActiveKey(keyOf(row));
                if (row.kind === 'object') onMenu(row.object, event.clientX, event.clientY);
              }}
            >
              {row.kind === 'group' ? (
                <GroupLine
                  name={row.name}
                  open={row.open}
                  count={row.objects.length}
                  checked={checkedState(row.objects, checkboxes)}
                  disabled={editableObjects(row).length === 0}
                  label={checkboxes.labelOf(row.groupId === null ? t('ungrouped') : row.name)}
                  onCheck={(checked) => checkboxes.setChecked(editableObjects(row), checked)}
                />
              ) : (
                <ObjectLine
                  object={row.object}
                  checked={checkboxes.isChecked(row.object)}
                  disabled={checkboxes.isDisabled(row.object)}
                  label={checkboxes.labelOf(row.object.name)}
                  onCheck={(checked) => checkboxes.setChecked([row.object], checked)}
                  onMenu={(x, y) => onMenu(row.object, x, y)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function checkedState(objects: readonly MapObject[], checkboxes: Checkboxes): 'all' | 'some' | 'none' {
  const checked = objects.reduce((sum, object) => sum + (checkboxes.isChecked(object) ? 1 : 0), 0);
  return checked === 0 ? 'none' : checked === objects.length ? 'all' : 'some';
}
