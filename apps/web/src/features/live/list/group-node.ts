import { SortedList } from '@wakeline/domain/sorted/sorted-list';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { Counts } from '../../../live/tracker-store.ts';

/** What the list stores of a device, to find it again when it changes. Replaced when its order may change. */
export interface DeviceEntry {
  readonly id: number;
  readonly name: string;
  readonly groupId: number | null;
  readonly label: string;
  readonly imei: string;
  status: TrackerStatus;
  node: GroupNode;
  /** Whether it matches the filter. */
  isVisible: boolean;
  /** What a search finds it by; null until the first one. */
  text: string | null;
}

/** A group of the list with its content. Only the tree mutates it. */
export interface GroupNode {
  /** Null: the devices without a group. */
  readonly groupId: number | null;
  readonly name: string;
  /** The normalised name for searching. */
  readonly search: string;
  parent: GroupNode | null;
  readonly children: GroupNode[];
  /** Its own devices, and those of them that match the filter, by name. */
  all: Set<DeviceEntry>;
  visible: SortedList<DeviceEntry>;
  /** Number of matches in it and its descendants. */
  visibleBelow: number;
  /** Of all devices in it and its descendants, by status. */
  readonly tally: Record<keyof Counts, number>;
  /** A copy of them for the list; null: they have changed since. */
  counts: Counts | null;
  /** The same of devices that have not all loaded; null: all have. */
  expectedCounts: Counts | null;
  /** Search terms that the group names do not contain, so devices must. */
  remainingTerms: readonly string[];
}

export const NO_COUNTS: Counts = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

export function createNode(
  groupId: number | null,
  name: string,
  compare: (a: DeviceEntry, b: DeviceEntry) => number,
): GroupNode {
  return {
    groupId,
    name,
    search: name.toLowerCase(),
    parent: null,
    children: [],
    all: new Set(),
    visible: new SortedList(compare),
    visibleBelow: 0,
    tally: { ...NO_COUNTS },
    counts: null,
    expectedCounts: null,
    remainingTerms: [],
  };
}

/** A new object only when the counts have changed. */
export function countsOf(node: GroupNode): Counts {
  if (node.expectedCounts !== null) return node.expectedCounts;
  node.counts ??= { ...node.tally };
  return node.counts;
}
