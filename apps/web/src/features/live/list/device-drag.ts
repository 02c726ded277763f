import { type DragEvent, useRef, useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import { isWithin, parentsOf } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import type { MovedItem } from '../../../parts/groups/use-move.ts';
import type { DeviceRow } from './flat-rows.ts';

/** Marks the drag data so that other programs and lists ignore it. */
const DATA_TYPE = 'application/x-wakeline-row';

interface DragProps {
  readonly draggable: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Moves devices and groups by dragging their rows onto a group. */
export function useDeviceDrag(move: (item: MovedItem, groupId: number | null) => void): {
  /** The group that would accept the dragged item; undefined: none. */
  readonly target: number | null | undefined;
  propsOf(row: DeviceRow): DragProps;
} {
  const groups = useGroups().list;
  const dragged = useRef<MovedItem | null>(null);
  const [target, setTarget] = useState<number | null | undefined>(undefined);

  function movedItemOf(row: DeviceRow): MovedItem | null {
    if (row.kind === 'tracker') {
      const tracker = liveStore.getTracker(row.id);
      return tracker?.abilities.edit ? { kind: 'tracker', tracker } : null;
    }
    const group = groups.find(({ groupId }) => groupId === row.groupId);
    // Moving takes it out of its parent, which requires the same rights as deleting it.
    return group?.abilities.edit && group.abilities.remove ? { kind: 'group', group } : null;
  }

  /** Whether the group accepts the item: not its current parent, and no group into itself. */
  function accepts(row: DeviceRow, item: MovedItem | null): row is Extract<DeviceRow, { kind: 'group' }> {
    if (item === null || row.kind !== 'group') return false;
    if (item.kind === 'tracker') return item.tracker.groupId !== row.groupId;
    if (row.groupId === null || item.group.parentId === row.groupId) return false;
    return !isWithin(row.groupId, new Set([item.group.groupId]), parentsOf(groups));
  }

  return {
    target,
    propsOf: (row) => ({
      draggable: movedItemOf(row) !== null,
      onDragStart(event) {
        dragged.current = movedItemOf(row);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData(DATA_TYPE, '');
      },
      onDragEnd() {
        dragged.current = null;
        setTarget(undefined);
      },
      onDragOver(event) {
        if (!accepts(row, dragged.current)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setTarget(row.groupId);
      },
      onDragLeave() {
        if (row.kind === 'group') setTarget((current) => (current === row.groupId ? undefined : current));
      },
      onDrop(event) {
        const item = dragged.current;
        setTarget(undefined);
        if (item === null || !accepts(row, item)) return;
        event.preventDefault();
        move(item, row.groupId);
      },
    }),
  };
}
