import { IconDots } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';
import type { DeviceCheckboxes } from './device-checkboxes.ts';
import styles from './device-list.module.css';
import { type DeviceRow, ROW_HEIGHT } from './flat-rows.ts';
import { GroupRow } from './group-row.tsx';
import type { useRowTexts } from './row-texts.ts';
import { TrackerRow } from './tracker-row.tsx';

interface DeviceItemProps {
  readonly id: string;
  readonly row: DeviceRow;
  /** Pixels from the top of the list. */
  readonly top: number;
  /**
   * Whether its device is selected on the map, whether it is the active row, and whether an item is dragged onto it.
   */
  readonly selected: boolean;
  readonly active: boolean;
  readonly target: boolean;
  /** Whether its device is hidden on the map. */
  readonly hidden: boolean;
  readonly checkboxes: DeviceCheckboxes;
  readonly texts: ReturnType<typeof useRowTexts>;
  /** Texts that are the same in all rows, translated once for the list. */
  readonly labels: { readonly ungrouped: string; readonly more: string };
  readonly onToggleTracker: (id: number, visible: boolean) => void;
  readonly drag: HTMLAttributes<HTMLElement>;
  readonly onClick: () => void;
  /** Opens the row's menu at a point of the page. */
  readonly onMenu: (x: number, y: number) => void;
  /** Makes it the active row. */
  readonly onActivate: () => void;
}

/** A row of the tree: a group or a device, with a menu button. */
export function DeviceItem(props: DeviceItemProps) {
  const { row, checkboxes, labels, onClick, onMenu, onActivate } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)`, height: ROW_HEIGHT[row.kind] }}
      aria-level={row.level}
      aria-expanded={row.kind === 'group' ? row.open : undefined}
      aria-selected={props.selected}
      data-active={props.active}
      data-target={props.target}
      {...props.drag}
      onClick={onClick}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onActivate();
        onMenu(event.clientX, event.clientY);
      }}
    >
      {row.kind === 'tracker' ? (
        <TrackerRow
          id={row.id}
          level={row.level}
          visible={!props.hidden}
          texts={props.texts}
          onToggle={props.onToggleTracker}
        />
      ) : (
        <GroupRow
          name={row.groupId === null ? labels.ungrouped : row.name}
          ungrouped={row.groupId === null}
          level={row.level}
          open={row.open}
          counts={row.counts}
          visibility={checkboxes.visibilityOf(row)}
          onToggle={(visible) => checkboxes.showGroup(row, visible)}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.more}
        aria-label={labels.more}
        onClick={(event) => {
          event.stopPropagation();
          const rect = event.currentTarget.getBoundingClientRect();
          onMenu(rect.left, rect.bottom);
        }}
      >
        <IconDots size={16} />
      </button>
    </div>
  );
}
