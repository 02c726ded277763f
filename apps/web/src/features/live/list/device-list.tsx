import { useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMove } from '../../../parts/groups/use-move.ts';
import type { VisibleDevices } from '../use-visible-devices.ts';
import { createDeviceCheckboxes } from './device-checkboxes.ts';
import { useDeviceDrag } from './device-drag.ts';
import { DeviceItem } from './device-item.tsx';
import styles from './device-list.module.css';
import type { DeviceListStore } from './device-list-store.ts';
import type { DeviceFilter } from './device-tree.ts';
import type { DeviceRow, DeviceRows } from './flat-rows.ts';
import { useRowTexts } from './row-texts.ts';
import { keyOfRow, useActiveRow } from './use-active-row.ts';
import { useRowWindow } from './use-row-window.ts';

interface DeviceListProps {
  readonly rows: DeviceRows;
  readonly tree: DeviceListStore['tree'];
  /** The filter of the rows. */
  readonly filter: DeviceFilter;
  readonly selected: number | null;
  readonly devices: VisibleDevices;
  readonly onFocus: (trackerId: number) => void;
  readonly onCollapse: (groupId: number | null, collapse: boolean) => void;
  /** Opens the row's menu at a point of the page. */
  readonly onMenu: (row: DeviceRow, x: number, y: number) => void;
}

/**
 * The virtual tree of groups and devices. The list itself has the keyboard focus and refers to the active row, because
 * rows are mounted and unmounted while scrolling.
 */
export function DeviceList(props: DeviceListProps) {
  const { rows, tree, filter, selected, devices, onFocus, onCollapse, onMenu } = props;
  const { t } = useTranslation('live');
  const { t: tApp } = useTranslation('app');
  const labels = { ungrouped: t('list.ungrouped'), more: tApp('action.more') };
  const scroll = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const rowWindow = useRowWindow(scroll, rows);
  const move = useMove();
  const drag = useDeviceDrag((item, groupId) => void move(item, groupId));
  const texts = useRowTexts();
  const checkboxes = createDeviceCheckboxes(devices, tree, filter);
  const active = useActiveRow({
    rows,
    scroll,
    reveal: rowWindow.reveal,
    onEnter: enter,
    onToggle: checkboxes.toggle,
    onCollapse,
  });
  const latest = useRef(devices);
  latest.current = devices;
  const toggleTracker = useCallback(
    (id: number, visible: boolean) => latest.current.setTrackersVisible([id], visible),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter gives another list, which starts at the top
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);

  const selectedIndex = selected === null ? -1 : rows.indexOfTracker(selected);
  // Groups that load after the devices move all rows.
  const grouped = rows.at(0)?.kind === 'group';
  // biome-ignore lint/correctness/useExhaustiveDependencies: reveals a newly selected device once, and does not interfere with scrolling afterwards
  useEffect(() => {
    if (selectedIndex >= 0) rowWindow.reveal(selectedIndex);
  }, [selected, selectedIndex >= 0, grouped]);

  function enter(row: DeviceRow): void {
    if (row.kind === 'group') onCollapse(row.groupId, row.open);
    else onFocus(row.id);
  }

  const activeId = active.key === null ? undefined : `${prefix}${active.key}`;
  function openMenuByKeyboard(): void {
    const row = rows.at(active.index);
    const rect = document.getElementById(activeId ?? '')?.getBoundingClientRect();
    if (row && rect) onMenu(row, rect.left + 40, rect.bottom - 8);
  }

  return (
    <div
      ref={scroll}
      className={styles.list}
      role="tree"
      aria-label={t('list.rows')}
      tabIndex={0}
      aria-activedescendant={activeId}
      onKeyDown={active.onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget && active.index < 0) active.go(Math.max(0, selectedIndex));
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key opens it at the focused element, which is the list itself.
        if (event.target === event.currentTarget) openMenuByKeyboard();
      }}
    >
      <div className={styles.spacer} style={{ height: rows.height }}>
        {Array.from({ length: Math.max(0, rowWindow.end - rowWindow.first) }, (_, offset) => {
          const index = rowWindow.first + offset;
          const row = rows.at(index);
          if (!row) return null;
          const key = keyOfRow(row);
          return (
            <DeviceItem
              key={key}
              id={`${prefix}${key}`}
              row={row}
              top={rows.topOf(index)}
              selected={row.kind === 'tracker' && row.id === selected}
              active={index === active.index}
              target={row.kind === 'group' && row.groupId === drag.target}
              hidden={row.kind === 'tracker' && devices.hidden.has(row.id)}
              checkboxes={checkboxes}
              texts={texts}
              labels={labels}
              onToggleTracker={toggleTracker}
              drag={drag.propsOf(row)}
              onClick={() => {
                active.activate(row);
                enter(row);
              }}
              onMenu={(x, y) => onMenu(row, x, y)}
              onActivate={() => active.activate(row)}
            />
          );
        })}
      </div>
    </div>
  );
}
