import { IconDots } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './device-list.module.css';
import type { DeviceFilter, DeviceRow } from './device-rows.ts';
import { GroupRow } from './group-row.tsx';
import { listCommand } from './list-keys.ts';
import { useRowTexts } from './row-texts.ts';
import { TrackerRow } from './tracker-row.tsx';
import type { HiddenDevices } from './use-hidden-devices.ts';

const HEIGHT = { group: 34, tracker: 48 } as const;

interface DeviceListProps {
  readonly rows: readonly DeviceRow[];
  /** What the rows were chosen by. */
  readonly filter: DeviceFilter;
  readonly selected: number | null;
  readonly devices: HiddenDevices;
  readonly onFocus: (trackerId: number) => void;
  readonly onFold: (groupId: number | null, fold: boolean) => void;
  /** Opens the menu of a row at a point of the page. */
  readonly onMenu: (row: DeviceRow, x: number, y: number) => void;
}

function keyOf(row: DeviceRow | undefined): string {
  return row?.kind === 'tracker' ? `t${row.id}` : `g${row?.groupId}`;
}

/**
 * The tree of groups and devices, of which only what is in sight exists. The list itself has the keyboard focus
 * and points at the active row: rows come and go while one scrolls.
 */
export function DeviceList({ rows, filter, selected, devices, onFocus, onFold, onMenu }: DeviceListProps) {
  const { t } = useTranslation('live');
  const { t: app } = useTranslation('app');
  const scroll = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = activeKey === null ? -1 : rows.findIndex((row) => keyOf(row) === activeKey);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => HEIGHT[rows[index]?.kind ?? 'tracker'],
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 8,
  });
  // Heights belong to rows, not to places: measured anew when other rows stand there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => virtual.measure(), [rows, virtual]);

  const texts = useRowTexts();
  const latest = useRef(devices);
  latest.current = devices;
  const showOne = useCallback((id: number, shown: boolean) => latest.current.show([id], shown), []);

  // Other words or another status are another list: it is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);

  const at = selected === null ? -1 : rows.findIndex((row) => row.kind === 'tracker' && row.id === selected);
  // Groups that come after the devices put every row elsewhere.
  const grouped = rows[0]?.kind === 'group';
  // biome-ignore lint/correctness/useExhaustiveDependencies: brings a newly chosen device into sight, and leaves a scrolling person alone after that
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [selected, at >= 0, grouped]);

  function enter(row: DeviceRow): void {
    if (row.kind === 'group') onFold(row.groupId, row.open);
    else onFocus(row.id);
  }

  function tick(row: DeviceRow): void {
    const ids = row.kind === 'group' ? row.ids : [row.id];
    devices.show(ids, !ids.every((id) => !devices.hidden.has(id)));
  }

  function go(to: number): void {
    const index = Math.min(rows.length - 1, Math.max(0, to));
    const row = rows[index];
    if (!row) return;
    setActiveKey(keyOf(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / HEIGHT.tracker) - 1);
    const command = listCommand(event.key, active, rows.length, page);
    if (command === null) return;
    event.preventDefault();
    const row = rows[active];
    if (command.type === 'go') go(command.to);
    else if (row === undefined) return;
    else if (command.type === 'enter') enter(row);
    else if (command.type === 'tick') tick(row);
    else if (row.kind === 'group' && row.open === command.fold) onFold(row.groupId, command.fold);
  }

  function menuByKeyboard(): void {
    const row = rows[active];
    const box = document.getElementById(`${prefix}${activeKey}`)?.getBoundingClientRect();
    if (row && box) onMenu(row, box.left + 40, box.bottom - 8);
  }

  return (
    <div
      ref={scroll}
      className={styles.list}
      role="tree"
      aria-label={t('list.rows')}
      tabIndex={0}
      aria-activedescendant={active >= 0 ? `${prefix}${activeKey}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget && active < 0) go(Math.max(0, at));
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key opens it at the focused element, which is the whole list.
        if (event.target === event.currentTarget) menuByKeyboard();
      }}
    >
      <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for its rows
            <div
              key={key}
              id={`${prefix}${keyOf(row)}`}
              role="treeitem"
              tabIndex={-1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-level={row.kind === 'group' ? 1 : row.level}
              aria-expanded={row.kind === 'group' ? row.open : undefined}
              aria-selected={row.kind === 'tracker' && row.id === selected}
              data-active={index === active}
              onClick={() => {
                setActiveKey(keyOf(row));
                enter(row);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                event.stopPropagation();
                setActiveKey(keyOf(row));
                onMenu(row, event.clientX, event.clientY);
              }}
            >
              {row.kind === 'tracker' ? (
                <TrackerRow
                  id={row.id}
                  level={row.level}
                  shown={!devices.hidden.has(row.id)}
                  texts={texts}
                  onShow={showOne}
                />
              ) : (
                <GroupRow
                  name={row.name}
                  ungrouped={row.groupId === null}
                  open={row.open}
                  count={row.ids.length}
                  shown={shownOf(row.ids, devices.hidden)}
                  onShow={(shown) => devices.show(row.ids, shown)}
                />
              )}
              <button
                type="button"
                tabIndex={-1}
                className={styles.more}
                aria-label={app('action.more')}
                onClick={(event) => {
                  event.stopPropagation();
                  const box = event.currentTarget.getBoundingClientRect();
                  onMenu(row, box.left, box.bottom);
                }}
              >
                <IconDots size={16} />
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function shownOf(ids: readonly number[], hidden: ReadonlySet<number>): 'all' | 'some' | 'none' {
  if (hidden.size === 0) return ids.length > 0 ? 'all' : 'none';
  const shown = ids.reduce((sum, id) => sum + (hidden.has(id) ? 0 : 1), 0);
  return shown === 0 ? 'none' : shown === ids.length ? 'all' : 'some';
}
