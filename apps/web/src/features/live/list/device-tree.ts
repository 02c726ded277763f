import type { Group } from '@wakeline/contract/entities/group';
import { SortedList } from '@wakeline/domain/sorted/sorted-list';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { Counts } from '../../../live/tracker-store.ts';
import { type DeviceRows, flatten } from './flat-rows.ts';
import { createNode, type DeviceEntry, type GroupNode, NO_COUNTS } from './group-node.ts';

export interface DeviceFilter {
  /** Search terms for name, IMEI, label and names of groups, ignoring case. */
  readonly text: string;
  readonly status: TrackerStatus | null;
  /** Hides offline devices unless they are filtered by status or searched for. */
  readonly hideOffline: boolean;
}

export const NO_FILTER: DeviceFilter = { text: '', status: null, hideOffline: false };

export type TreeGroup = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** What the list shows of a device. */
export type ListedDevice = Pick<DeviceEntry, 'name' | 'label' | 'imei' | 'groupId' | 'status'>;

/**
 * The groups and devices of the list with their counts. The cost of an update depends on the change, not on the size of
 * the list; devices of a group are sorted when a row of them is requested.
 */
export interface DeviceTree {
  /** In display order. */
  setGroups(groups: readonly TreeGroup[]): void;
  setFilter(filter: DeviceFilter): void;
  /** Sets the counts of groups whose devices have not all loaded, without their subgroups; null: all have. */
  setExpectedCounts(counts: ReadonlyMap<number | null, Counts> | null): void;
  /** Updates a device; undefined removes it. */
  put(id: number, device: ListedDevice | undefined): void;
  /** Whether this change moves, adds or removes a row, or changes only counts. */
  classifyChange(id: number, device: ListedDevice | undefined): 'row' | 'status' | null;
  /** The current rows; a flat list without groups. */
  rows(collapsed: ReadonlySet<number | null>): DeviceRows;
  /** Devices that match the filter in a group and its descendants, or without a group. */
  idsIn(groupId: number | null): number[];
  /** The ids of all devices. */
  ids(): Iterable<number>;
}

export function createDeviceTree(compareNames: (a: string, b: string) => number): DeviceTree {
  const entries = new Map<number, DeviceEntry>();
  const compare = (a: DeviceEntry, b: DeviceEntry) => compareNames(a.name, b.name) || a.id - b.id;
  const ungrouped = createNode(null, '', compare);
  let nodes = new Map<number, GroupNode>();
  let roots: readonly GroupNode[] = [];
  let filter = NO_FILTER;
  let terms: readonly string[] = [];
  let expected: ReadonlyMap<number | null, Counts> | null = null;

  // Devices of a group that has not loaded yet are listed as ungrouped meanwhile.
  const nodeOf = (groupId: number | null) =>
    groupId === null ? ungrouped : (nodes.get(groupId) ?? ungrouped);

  function matchesFilter(entry: DeviceEntry): boolean {
    const { node, status } = entry;
    if (filter.status !== null && filter.status !== status) return false;
    const isFiltered = filter.status !== null || terms.length > 0;
    if (filter.hideOffline && status === 'OFFLINE' && !isFiltered) return false;
    return node.remainingTerms.every((term) => textOf(entry).includes(term));
  }

  function addToCounts(node: GroupNode, status: TrackerStatus, delta: 1 | -1): void {
    for (let current: GroupNode | null = node; current !== null; current = current.parent) {
      current.tally.all += delta;
      current.tally[status] += delta;
      current.counts = null;
    }
  }

  function addToVisibleBelow(node: GroupNode, delta: number): void {
    for (let current: GroupNode | null = node; current !== null; current = current.parent)
      current.visibleBelow += delta;
  }

  function insert(entry: DeviceEntry): void {
    const { node } = entry;
    entries.set(entry.id, entry);
    node.all.add(entry);
    addToCounts(node, entry.status, 1);
    entry.isVisible = matchesFilter(entry);
    if (!entry.isVisible) return;
    node.visible.add(entry);
    addToVisibleBelow(node, 1);
  }

  /** Its place in the order stays the same. */
  function setStatus(entry: DeviceEntry, status: TrackerStatus): void {
    if (status === entry.status) return;
    const { node } = entry;
    addToCounts(node, entry.status, -1);
    addToCounts(node, status, 1);
    entry.status = status;
    const isVisible = matchesFilter(entry);
    if (isVisible === entry.isVisible) return;
    entry.isVisible = isVisible;
    if (isVisible) node.visible.add(entry);
    else node.visible.remove(entry);
    addToVisibleBelow(node, isVisible ? 1 : -1);
  }

  function drop(entry: DeviceEntry): void {
    const { node } = entry;
    if (entry.isVisible) {
      node.visible.remove(entry);
      addToVisibleBelow(node, -1);
    }
    node.all.delete(entry);
    addToCounts(node, entry.status, -1);
    entries.delete(entry.id);
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

  function applyExpectedCounts(): void {
    for (const node of [ungrouped, ...nodes.values()]) node.expectedCounts = null;
    for (const [groupId, counts] of expected ?? []) {
      for (let node: GroupNode | null = nodeOf(groupId); node !== null; node = node.parent)
        node.expectedCounts = addCounts(node.expectedCounts ?? NO_COUNTS, counts);
    }
  }

  function filterAll(): void {
    const all = [ungrouped, ...nodes.values()];
    for (const node of all) {
      node.remainingTerms = findRemainingTerms(node);
      node.visibleBelow = 0;
    }
    for (const node of all) {
      node.visible = new SortedList(compare);
      for (const entry of node.all) {
        entry.isVisible = matchesFilter(entry);
        if (entry.isVisible) node.visible.add(entry);
      }
      addToVisibleBelow(node, node.visible.size);
    }
  }

  return {
    setGroups(groups) {
      nodes = new Map(groups.map(({ groupId, gn }) => [groupId, createNode(groupId, gn, compare)]));
      const top: GroupNode[] = [];
      for (const { groupId, parentId } of groups) {
        const node = nodes.get(groupId);
        const parent = parentId === null ? undefined : nodes.get(parentId);
        if (node === undefined) continue;
        node.parent = parent ?? null;
        (parent?.children ?? top).push(node);
      }
      roots = top;
      ungrouped.all = new Set();
      Object.assign(ungrouped.tally, NO_COUNTS);
      ungrouped.counts = null;
      for (const entry of entries.values()) {
        entry.node = nodeOf(entry.groupId);
        entry.node.all.add(entry);
        addToCounts(entry.node, entry.status, 1);
      }
      applyExpectedCounts();
      filterAll();
    },
    setExpectedCounts(counts) {
      expected = counts;
      applyExpectedCounts();
    },
    setFilter(next) {
      filter = next;
      terms = next.text.toLowerCase().split(/\s+/).filter(Boolean);
      filterAll();
    },
    classifyChange(id, device) {
      const previous = entries.get(id);
      if (previous === undefined || device === undefined) return previous === device ? null : 'row';
      if (!isSameRow(previous, device)) return 'row';
      return previous.status === device.status ? null : 'status';
    },
    put(id, device) {
      const previous = entries.get(id);
      if (previous !== undefined && device !== undefined && isSameRow(previous, device)) {
        setStatus(previous, device.status);
        return;
      }
      if (previous !== undefined) drop(previous);
      if (device === undefined) return;
      const { name, label, imei, groupId, status } = device;
      const node = nodeOf(groupId);
      insert({ id, name, label, imei, groupId, status, node, isVisible: false, text: null });
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
        findVisible(id) {
          const entry = entries.get(id);
          return entry?.isVisible ? entry : undefined;
        },
      });
    },
    idsIn(groupId) {
      const ids: number[] = [];
      const add = (node: GroupNode) => {
        for (const { id } of node.visible.items()) ids.push(id);
        for (const child of node.children) add(child);
      };
      add(nodeOf(groupId));
      return ids;
    },
    ids: () => entries.keys(),
  };
}

function addCounts(a: Counts, b: Counts): Counts {
  return {
    all: a.all + b.all,
    RUNNING: a.RUNNING + b.RUNNING,
    STOP: a.STOP + b.STOP,
    SOS: a.SOS + b.SOS,
    OFFLINE: a.OFFLINE + b.OFFLINE,
  };
}

function isSameRow(a: ListedDevice, b: ListedDevice): boolean {
  return a.name === b.name && a.label === b.label && a.imei === b.imei && a.groupId === b.groupId;
}

function textOf(entry: DeviceEntry): string {
  entry.text ??= `${entry.name}\n${entry.imei}\n${entry.label}`.toLowerCase();
  return entry.text;
}
