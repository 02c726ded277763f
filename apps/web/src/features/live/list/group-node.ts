import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Counts } from '../../../live/tracker-store.ts';

/** A group of the list with what lies in it. Changed in place by the tree alone. */
export interface GroupNode {
  /** Null: stands for the devices that are in no group. */
  readonly groupId: number | null;
  readonly name: string;
  /** The name as it is searched. */
  readonly search: string;
  parent: GroupNode | null;
  readonly children: GroupNode[];
  /** Its own devices by name, and those of them that the filter lets through. */
  all: number[];
  visible: number[];
  /** How many the filter lets through in it and below. */
  visibleBelow: number;
  /** Of all devices in it and below, by status. Another object with each change. */
  counts: Counts;
  /** Words that the names of the groups do not have: the devices must. */
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

/** Where `id` stands in a sorted list, or would stand. */
export function lowerBound(
  list: readonly number[],
  id: number,
  compare: (a: number, b: number) => number,
): number {
  return partitionPoint(list.length, (index) => compare(list[index] ?? 0, id) < 0);
}

/** Answers where. */
export function insertSorted(list: number[], id: number, compare: (a: number, b: number) => number): number {
  const last = list.at(-1);
  // Lists come in an order that is nearly this one.
  const index = last === undefined || compare(last, id) < 0 ? list.length : lowerBound(list, id, compare);
  list.splice(index, 0, id);
  return index;
}

/** Whether it was there. */
export function removeSorted(list: number[], id: number, compare: (a: number, b: number) => number): boolean {
  const index = lowerBound(list, id, compare);
  if (list[index] !== id) return false;
  list.splice(index, 1);
  return true;
}
