import { IconDots } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCommand } from '../../ui/list-keys.ts';
import { useDeviceDrag } from './device-drag.ts';
import styles from './device-list.module.css';
import type { DeviceListStore } from './device-list-store.ts';
import type { DeviceFilter } from './device-tree.ts';
import { type DeviceRow, type DeviceRows, type GroupLine, ROW_HEIGHT } from './flat-rows.ts';
import { GroupRow } from './group-row.tsx';
import { useRowTexts } from './row-texts.ts';
import { TrackerRow } from './tracker-row.tsx';
import { useMove } from './use-move.ts';
import { useRowWindow } from './use-row-window.ts';
import type { ShownDevices } from './use-shown-devices.ts';

interface DeviceListProps {
  readonly rows: DeviceRows;
  readonly tree: DeviceListStore['tree'];
  /** What the rows were chosen by. */
  readonly filter: DeviceFilter;
  readonly selected: number | null;
  readonly devices: ShownDevices;
  readonly onFocus: (trackerId: number) => void;
  readonly onFold: (groupId: number | null, fold: boolean) => void;
  /** Opens the menu of a row at a point of the page. */
  readonly onMenu: (row: DeviceRow, x: number, y: number) => void;
}

/** Which row has the keyboard: by what it shows, as rows come and go. */
type Active =
  | { readonly kind: 'tracker'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number | null };

function activeOf(row: DeviceRow): Active {
  return row.kind === 'tracker' ? { kind: 'tracker', id: row.id } : { kind: 'group', id: row.groupId };
}

function keyOf({ kind, id }: Active): string {
  return `${kind} ${id}`;
}

/**
 * The tree of groups and devices, of which only what is in sight exists. The list itself has the keyboard focus
 * and points at the active row: rows come and go while one scrolls.
 */
export function DeviceList(props: DeviceListProps) {
  const { rows, tree, filter, selected, devices, onFocus, onFold, onMenu } = props;
  const { t } = useTranslation('live');
  const { t: app } = useTranslation('app');
  const scroll = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [chosen, setChosen] = useState<Active | null>(null);
  const active =
    chosen === null
      ? -1
      : chosen.kind === 'tracker'
        ? rows.indexOfTracker(chosen.id)
        : rows.indexOfGroup(chosen.id);
  const sight = useRowWindow(scroll, rows);
  const move = useMove();
  const drag = useDeviceDrag((what, groupId) => void move(what, groupId));
  const filtered = filter.text.trim() !== '' || filter.status !== null;

  const texts = useRowTexts();
  const latest = useRef(devices);
  latest.current = devices;
  const showOne = useCallback((id: number, shown: boolean) => latest.current.showTrackers([id], shown), []);

  // Other words or another status are another list: it is read from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);

  const at = selected === null ? -1 : rows.indexOfTracker(selected);
  // Groups that come after the devices put every row elsewhere.
  const grouped = rows.at(0)?.kind === 'group';
  // biome-ignore lint/correctness/useExhaustiveDependencies: brings a newly chosen device into sight, and leaves a scrolling person alone after that
  useEffect(() => {
    if (at >= 0) sight.reveal(at);
  }, [selected, at >= 0, grouped]);

  function enter(row: DeviceRow): void {
    if (row.kind === 'group') onFold(row.groupId, row.open);
    else onFocus(row.id);
  }

  /** While something is searched, a group's tick means what was found in it; of very many, all of it. */
  function foundIn({ groupId }: GroupLine): readonly number[] | null {
    const found = filtered ? tree.idsIn(groupId) : null;
    return found === null || found.length > LIMITS.shownTrackers ? null : found;
  }

  function shownOf(row: GroupLine): 'all' | 'some' | 'none' {
    const found = foundIn(row);
    const all = found?.length ?? row.counts.all;
    const hidden =
      found === null
        ? (devices.hiddenIn.get(row.groupId) ?? 0)
        : found.reduce((sum, id) => sum + (devices.hidden.has(id) ? 1 : 0), 0);
    if (hidden === 0) return all > 0 ? 'all' : 'none';
    return hidden >= all ? 'none' : 'some';
  }

  function showGroup(row: GroupLine, shown: boolean): void {
    const found = foundIn(row);
    if (found === null) devices.showGroups([row.groupId], shown);
    else devices.showTrackers(found, shown);
  }

  function tick(row: DeviceRow): void {
    if (row.kind === 'group') showGroup(row, shownOf(row) !== 'all');
    else devices.showTrackers([row.id], devices.hidden.has(row.id));
  }

  function go(to: number): void {
    const index = Math.min(rows.count - 1, Math.max(0, to));
    const row = rows.at(index);
    if (!row) return;
    setChosen(activeOf(row));
    sight.reveal(index);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ROW_HEIGHT.tracker) - 1);
    const command = listCommand(event.key, active, rows.count, page);
    if (command === null) return;
    event.preventDefault();
    const row = rows.at(active);
    if (command.type === 'go') go(command.to);
    else if (row === undefined) return;
    else if (command.type === 'enter') enter(row);
    else if (command.type === 'tick') tick(row);
    else if (row.kind === 'group' && row.open === command.fold) onFold(row.groupId, command.fold);
  }

  const activeId = chosen === null || active < 0 ? undefined : `${prefix}${keyOf(chosen)}`;
  function menuByKeyboard(): void {
    const row = rows.at(active);
    const box = document.getElementById(activeId ?? '')?.getBoundingClientRect();
    if (row && box) onMenu(row, box.left + 40, box.bottom - 8);
  }

  return (
    <div
      ref={scroll}
      className={styles.list}
      role="tree"
      aria-label={t('list.rows')}
      tabIndex={0}
      aria-activedescendant={activeId}
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
      <div className={styles.space} style={{ height: rows.height }}>
        {Array.from({ length: Math.max(0, sight.end - sight.first) }, (_, offset) => {
          const index = sight.first + offset;
          const row = rows.at(index);
          if (!row) return null;
          const key = keyOf(activeOf(row));
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for its rows
            <div
              key={key}
              id={`${prefix}${key}`}
              role="treeitem"
              tabIndex={-1}
              className={styles.row}
              style={{ transform: `translateY(${rows.topOf(index)}px)`, height: ROW_HEIGHT[row.kind] }}
              aria-level={row.level}
              aria-expanded={row.kind === 'group' ? row.open : undefined}
              aria-selected={row.kind === 'tracker' && row.id === selected}
              data-active={index === active}
              data-target={row.kind === 'group' && row.groupId === drag.target}
              {...drag.propsOf(row)}
              onClick={() => {
                setChosen(activeOf(row));
                enter(row);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                event.stopPropagation();
                setChosen(activeOf(row));
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
                  name={row.groupId === null ? t('list.ungrouped') : row.name}
                  ungrouped={row.groupId === null}
                  level={row.level}
                  open={row.open}
                  counts={row.counts}
                  shown={shownOf(row)}
                  onShow={(shown) => showGroup(row, shown)}
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
