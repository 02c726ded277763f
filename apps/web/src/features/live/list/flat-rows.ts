import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { SortedList } from '@wakeline/domain/sorted/sorted-list';
import type { Counts } from '../../../live/tracker-store.ts';
import { countsOf, type DeviceEntry, type GroupNode } from './group-node.ts';

/** A row of the device list. */
export type DeviceRow =
  | DeviceGroupRow
  | { readonly kind: 'tracker'; readonly id: number; readonly level: number };

export interface DeviceGroupRow {
  readonly kind: 'group';
  /** Null: devices without a group. */
  readonly groupId: number | null;
  readonly name: string;
  /** From 1. */
  readonly level: number;
  readonly open: boolean;
  /** Of all devices in it and its descendants. */
  readonly counts: Counts;
}

/** Pixels. */
export const ROW_HEIGHT = { group: 34, tracker: 48 } as const;

/** The rows of the list, computed on access. */
export interface DeviceRows {
  readonly count: number;
  /** Total height in pixels. */
  readonly height: number;
  at(index: number): DeviceRow | undefined;
  /** Position of a row in pixels from the top. */
  topOf(index: number): number;
  /** The row at this height. */
  indexAt(y: number): number;
  /** -1 if it is not listed or its group is collapsed. */
  indexOfTracker(id: number): number;
  indexOfGroup(groupId: number | null): number;
}

/** Consecutive rows: a group's own row, or its devices. */
interface Run {
  readonly node: GroupNode;
  readonly level: number;
  /** Null: the row of the group itself. */
  readonly devices: SortedList<DeviceEntry> | null;
  readonly length: number;
  readonly open: boolean;
  readonly first: number;
  readonly top: number;
}

export interface FlattenInput {
  readonly roots: readonly GroupNode[];
  readonly ungrouped: GroupNode;
  readonly isOpen: (groupId: number | null) => boolean;
  readonly isListed: (node: GroupNode) => boolean;
  /** Undefined: it does not match the filter. */
  readonly findVisible: (id: number) => DeviceEntry | undefined;
}

const heightOf = (run: Run) => (run.devices === null ? ROW_HEIGHT.group : ROW_HEIGHT.tracker);

/** Flattens the tree. The cost depends on the number of groups, not of devices. */
export function flatten({ roots, ungrouped, isOpen, isListed, findVisible }: FlattenInput): DeviceRows {
  const runs: Run[] = [];
  let count = 0;
  let height = 0;

  function add(node: GroupNode, level: number, devices: Run['devices'], open: boolean): void {
    const length = devices?.size ?? 1;
    if (length === 0) return;
    const run = { node, level, devices, length, open, first: count, top: height };
    runs.push(run);
    count += length;
    height += length * heightOf(run);
  }
  function addGroup(node: GroupNode, level: number): void {
    if (!isListed(node)) return;
    const open = isOpen(node.groupId);
    add(node, level, null, open);
    if (!open) return;
    for (const child of node.children) addGroup(child, level + 1);
    add(node, level + 1, node.visible, open);
  }
  for (const root of roots) addGroup(root, 1);
  if (roots.length === 0) add(ungrouped, 1, ungrouped.visible, true);
  else if (ungrouped.visible.size > 0 || ungrouped.expectedCounts !== null) addGroup(ungrouped, 1);

  /** The last run that starts at or before a value. */
  function findRun(value: number, startOf: (run: Run) => number): Run | undefined {
    const end = partitionPoint(runs.length, (at) => {
      const run = runs[at];
      return run !== undefined && startOf(run) <= value;
    });
    return runs[end - 1];
  }
  const findRunOfIndex = (index: number) => (index < 0 ? undefined : findRun(index, (run) => run.first));

  return {
    count,
    height,
    at(index) {
      const run = index < count ? findRunOfIndex(index) : undefined;
      if (run === undefined) return undefined;
      const { node, level, devices, open } = run;
      if (devices === null) {
        return {
          kind: 'group',
          groupId: node.groupId,
          name: node.name,
          level,
          open,
          counts: countsOf(node),
        };
      }
      const device = devices.at(index - run.first);
      return device === undefined ? undefined : { kind: 'tracker', id: device.id, level };
    },
    topOf(index) {
      const run = findRunOfIndex(index);
      return run === undefined ? 0 : run.top + (index - run.first) * heightOf(run);
    },
    indexAt(y) {
      const run = findRun(Math.max(0, y), ({ top }) => top);
      if (run === undefined) return 0;
      const offset = Math.floor((Math.max(0, y) - run.top) / heightOf(run));
      return Math.min(count - 1, run.first + Math.min(offset, run.length - 1));
    },
    indexOfTracker(id) {
      const device = findVisible(id);
      const run = device && runs.find(({ node, devices }) => devices !== null && node === device.node);
      return run ? run.first + device.node.visible.indexOf(device) : -1;
    },
    indexOfGroup: (groupId) =>
      runs.find(({ devices, node }) => devices === null && node.groupId === groupId)?.first ?? -1,
  };
}
