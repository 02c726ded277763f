import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { type DeviceRows, flatten } from './flat-rows.ts';
import {
  createNode,
  type GroupNode,
  insertSorted,
  lowerBound,
  NO_COUNTS,
  removeSorted,
} from './group-node.ts';

export interface DeviceFilter {
  /** Search terms for name, IMEI, label and names of groups, ignoring case. */
  readonly text: string;
  readonly status: TrackerStatus | null;
  /** Hides offline devices unless they are filtered by status or searched for. */
  readonly hideOffline: boolean;
}

export const NO_FILTER: DeviceFilter = { text: '', status: null, hideOffline: false };

export type TreeGroup = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** What the tree stores of a device, to find it again when it changes. */
interface DeviceEntry {
  readonly name: string;
  readonly text: string;
  readonly node: GroupNode;
  readonly groupId: number | null;
  readonly label: string;
  readonly imei: string;
  readonly status: TrackerStatus;
}

/**
 * The sorted groups and devices of the list with their counts. The cost of an update depends on the change, not on the
 * size of the list.
 */
export interface DeviceTree {
  /** In display order. */
  setGroups(groups: readonly TreeGroup[]): void;
  setFilter(filter: DeviceFilter): void;
  /** Updates a device; undefined removes it. */
  put(id: number, tracker: Tracker | undefined): void;
  /** Whether this change moves, adds or removes a row, or changes only counts. */
  classifyChange(id: number, tracker: Tracker | undefined): 'row' | 'status' | null;
  /** The current rows; a flat list without groups. */
  rows(collapsed: ReadonlySet<number | null>): DeviceRows;
  /** Devices that match the filter in a group and its descendants, or without a group. */
  idsIn(groupId: number | null): number[];
  /** The ids of all devices. */
  ids(): Iterable<number>;
}

export function createDeviceTree(compareNames: (a: string, b: string) => number): DeviceTree {
  const entries = new Map<number, DeviceEntry>();
  const ungrouped = createNode(null, '');
  let nodes = new Map<number, GroupNode>();
  let roots: readonly GroupNode[] = [];
  let filter = NO_FILTER;
  let terms: readonly string[] = [];

  const nameOf = (id: number) => entries.get(id)?.name ?? '';
  const compare = (a: number, b: number) => compareNames(nameOf(a), nameOf(b)) || a - b;
  // Devices of a group that has not loaded yet are listed as ungrouped meanwhile.
  const nodeOf = (groupId: number | null) =>
    groupId === null ? ungrouped : (nodes.get(groupId) ?? ungrouped);

  function matchesFilter({ text, node, status }: DeviceEntry): boolean {
    if (filter.status !== null && filter.status !== status) return false;
    const isFiltered = filter.status !== null || terms.length > 0;
    if (filter.hideOffline && status === 'OFFLINE' && !isFiltered) return false;
    return node.remainingTerms.every((term) => text.includes(term));
  }

  function addToCounts(node: GroupNode, status: TrackerStatus, delta: 1 | -1): void {
    for (let current: GroupNode | null = node; current !== null; current = current.parent) {
      current.counts = {
        ...current.counts,
        all: current.counts.all + delta,
        [status]: current.counts[status] + delta,
      };
    }
  }

  function insert(id: number, entry: DeviceEntry): void {
    entries.set(id, entry);
    const { node } = entry;
    const unfiltered = node.visible.length === node.all.length;
    const index = insertSorted(node.all, id, compare);
    addToCounts(node, entry.status, 1);
    if (!matchesFilter(entry)) return;
    if (unfiltered) node.visible.splice(index, 0, id);
    else insertSorted(node.visible, id, compare);
    addToVisibleBelow(node, 1);
  }

  function addToVisibleBelow(node: GroupNode, delta: 1 | -1): void {
    for (let current: GroupNode | null = node; current !== null; current = current.parent)
      current.visibleBelow += delta;
  }

  function drop(id: number, entry: DeviceEntry): void {
    if (removeSorted(entry.node.visible, id, compare)) addToVisibleBelow(entry.node, -1);
    removeSorted(entry.node.all, id, compare);
    addToCounts(entry.node, entry.status, -1);
    entries.delete(id);
  }

  function toEntry(tracker: Tracker): DeviceEntry {
    const { trackerName: name, label, imei, groupId, trackerStatusDto } = tracker;
    return {
      name,
      label,
      imei,
      groupId,
      text: `${name}\n${imei}\n${label}`.toLowerCase(),
      node: nodeOf(groupId),
      status: trackerStatusDto.status,
    };
  }

  /** Search terms that neither the group's name nor those of its ancestors contain. */
  function findRemainingTerms(node: GroupNode): readonly string[] {
    return terms.filter((term) => {
      for (let current: GroupNode | null = node; current !== null; current = current.parent) {
        if (current.search.includes(term)) return false;
      }
      return true;
    });
  }

  function filterAll(): void {
    const all = [ungrouped, ...nodes.values()];
    for (const node of all) {
      node.remainingTerms = findRemainingTerms(node);
      node.visibleBelow = 0;
    }
    for (const node of all) {
      node.visible = node.all.filter((id) => {
        const entry = entries.get(id);
        return entry !== undefined && matchesFilter(entry);
      });
      for (let current: GroupNode | null = node; current !== null; current = current.parent)
        current.visibleBelow += node.visible.length;
    }
  }

  return {
    setGroups(groups) {
      const previous = nodes;
      nodes = new Map(groups.map(({ groupId, gn }) => [groupId, createNode(groupId, gn)]));
      const top: GroupNode[] = [];
      for (const { groupId, parentId } of groups) {
        const node = nodes.get(groupId);
        const parent = parentId === null ? undefined : nodes.get(parentId);
        if (node === undefined) continue;
        node.parent = parent ?? null;
        (parent?.children ?? top).push(node);
      }
      roots = top;
      // Devices keep their order: the sorted lists are reused, and only devices of added or removed groups are sorted
      // again.
      const orphaned: number[] = [];
      for (const [groupId, node] of previous) {
        const next = nodes.get(groupId);
        if (next === undefined) orphaned.push(...node.all);
        else next.all = node.all;
      }
      const adopted: number[] = [];
      ungrouped.all = ungrouped.all.filter((id) => {
        const groupId = entries.get(id)?.groupId ?? null;
        const remains = groupId === null || !nodes.has(groupId);
        if (!remains) adopted.push(id);
        return remains;
      });
      ungrouped.counts = NO_COUNTS;
      for (const id of [...orphaned, ...adopted]) {
        insertSorted(nodeOf(entries.get(id)?.groupId ?? null).all, id, compare);
      }
      for (const node of [ungrouped, ...nodes.values()]) {
        for (const id of node.all) {
          const entry = entries.get(id);
          if (entry === undefined) continue;
          if (entry.node !== node) entries.set(id, { ...entry, node });
          addToCounts(node, entry.status, 1);
        }
      }
      filterAll();
    },
    setFilter(next) {
      filter = next;
      terms = next.text.toLowerCase().split(/\s+/).filter(Boolean);
      filterAll();
    },
    classifyChange(id, tracker) {
      const previous = entries.get(id);
      if (previous === undefined || tracker === undefined) return previous === tracker ? null : 'row';
      const { trackerName, label, imei, groupId, trackerStatusDto } = tracker;
      const same =
        previous.name === trackerName &&
        previous.label === label &&
        previous.imei === imei &&
        previous.groupId === groupId;
      if (!same) return 'row';
      return previous.status === trackerStatusDto.status ? null : 'status';
    },
    put(id, tracker) {
      const previous = entries.get(id);
      if (previous !== undefined) drop(id, previous);
      if (tracker !== undefined) insert(id, toEntry(tracker));
    },
    rows(collapsed) {
      const searched = terms.length > 0;
      const filtered = searched || filter.status !== null;
      return flatten({
        roots,
        ungrouped,
        isOpen: (groupId) => searched || !collapsed.has(groupId),
        // While searching, groups without matches are omitted, unless their own name matches.
        isListed: (node) =>
          !filtered ||
          node.visibleBelow > 0 ||
          (searched && filter.status === null && node.remainingTerms.length === 0),
        locate(id) {
          const entry = entries.get(id);
          if (entry === undefined) return null;
          const index = lowerBound(entry.node.visible, id, compare);
          return entry.node.visible[index] === id ? { node: entry.node, index } : null;
        },
      });
    },
    idsIn(groupId) {
      const ids: number[] = [];
      const add = (node: GroupNode) => {
        for (const id of node.visible) ids.push(id);
        for (const child of node.children) add(child);
      };
      add(nodeOf(groupId));
      return ids;
    },
    ids: () => entries.keys(),
  };
}
