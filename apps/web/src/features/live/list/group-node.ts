import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Counts } from '../../../live/tracker-store.ts';

/** A group of the list with its content. Only the tree mutates it. */
export interface GroupNode {
  /** Null: the devices without a group. */
  readonly groupId: number | null;
  readonly name: string;
  /** The normalised name for searching. */
  readonly search: string;
  parent: GroupNode | null;
  readonly children: GroupNode[];
  /** Its own devices sorted by name, and those of them that match the filter. */
  all: number[];
  visible: number[];
  /** Number of matches in it and its descendants. */
  visibleBelow: number;
  /** Of all devices in it and its descendants, by status. A new object for each change. */
  counts: Counts;
  /** Search terms that the group names do not contain, so devices must. */
  remainingTerms: readonly string[];
}

export const NO_COUNTS: Counts = { all: 0, RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };

export function createNode(groupId: number | null, name: string): GroupNode {
  return {
    groupId,
    name,
    search: name.toLowerCase(),
    parent: null,
    children: [],
    all: [],
    visible: [],
    visibleBelow: 0,
    counts: NO_COUNTS,
    remainingTerms: [],
  };
}

/** Index of `id` in a sorted list, or its insertion point. */
export function lowerBound(
  list: readonly number[],
  id: number,
  compare: (a: number, b: number) => number,
): number {
  return partitionPoint(list.length, (index) => compare(list[index] ?? 0, id) < 0);
}

/** Returns the index. */
export function insertSorted(list: number[], id: number, compare: (a: number, b: number) => number): number {
  const last = list.at(-1);
  // Most lists arrive nearly sorted.
  const index = last === undefined || compare(last, id) < 0 ? list.length : lowerBound(list, id, compare);
  list.splice(index, 0, id);
  return index;
}

/** Returns whether it was present. */
export function removeSorted(list: number[], id: number, compare: (a: number, b: number) => number): boolean {
  const index = lowerBound(list, id, compare);
  if (list[index] !== id) return false;
  list.splice(index, 1);
  return true;
}
