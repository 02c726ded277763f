import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { type DeviceRows, flatten } from './flat-rows.ts';
import { createNode, type GroupNode, insertSorted, NO_COUNTS, placeIn, removeSorted } from './group-node.ts';

export interface DeviceFilter {
  /** Words to be found in name, IMEI, number or the names of the groups, whatever their case. */
  readonly text: string;
  readonly status: TrackerStatus | null;
  /** Those that are offline are left out, unless somebody asks for them by status or name. */
  readonly hideOffline: boolean;
}

export const NO_FILTER: DeviceFilter = { text: '', status: null, hideOffline: false };

export type TreeGroup = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** What the tree remembers of a device, to find it again when it changes. */
interface Held {
  readonly name: string;
  readonly text: string;
  readonly node: GroupNode;
  readonly groupId: number | null;
  readonly label: string;
  readonly imei: string;
  readonly status: TrackerStatus;
}

/**
 * The groups and devices of the list, kept in order and counted as single devices change: the work of a change grows
 * with what changed, not with the list.
 */
export interface DeviceTree {
  /** In the order in which they are shown. */
  setGroups(groups: readonly TreeGroup[]): void;
  setFilter(filter: DeviceFilter): void;
  /** Takes over what is known of these devices now; undefined: it is gone. */
  put(id: number, tracker: Tracker | undefined): void;
  /** Whether this change of a device moves, adds or takes away a row, or only its counts. */
  moves(id: number, tracker: Tracker | undefined): 'row' | 'status' | null;
  /** The lines as they are now. Without groups it is a plain list. */
  rows(folded: ReadonlySet<number | null>): DeviceRows;
  /** Devices in a group and below it, or in none, that the filter lets through. */
  idsIn(groupId: number | null): number[];
  /** All that it holds. */
  ids(): Iterable<number>;
}

export function createDeviceTree(compareNames: (a: string, b: string) => number): DeviceTree {
  const held = new Map<number, Held>();
  const outside = createNode(null, '');
  let nodes = new Map<number, GroupNode>();
  let roots: readonly GroupNode[] = [];
  let filter = NO_FILTER;
  let words: readonly string[] = [];

  const nameOf = (id: number) => held.get(id)?.name ?? '';
  const compare = (a: number, b: number) => compareNames(nameOf(a), nameOf(b)) || a - b;
  // A group that this console has not heard of yet: its devices must not vanish meanwhile.
  const nodeOf = (groupId: number | null) => (groupId === null ? outside : (nodes.get(groupId) ?? outside));

  function passes({ text, node, status }: Held): boolean {
    if (filter.status !== null && filter.status !== status) return false;
    const asked = filter.status !== null || words.length > 0;
    if (filter.hideOffline && status === 'OFFLINE' && !asked) return false;
    return node.open.every((word) => text.includes(word));
  }

  function count(node: GroupNode, status: TrackerStatus, by: 1 | -1): void {
    for (let at: GroupNode | null = node; at !== null; at = at.parent) {
      at.counts = { ...at.counts, all: at.counts.all + by, [status]: at.counts[status] + by };
    }
  }

  function take(id: number, one: Held): void {
    held.set(id, one);
    const { node } = one;
    const whole = node.shown.length === node.all.length;
    const place = insertSorted(node.all, id, compare);
    count(node, one.status, 1);
    if (!passes(one)) return;
    if (whole) node.shown.splice(place, 0, id);
    else insertSorted(node.shown, id, compare);
    listed(node, 1);
  }

  function listed(node: GroupNode, by: 1 | -1): void {
    for (let at: GroupNode | null = node; at !== null; at = at.parent) at.shownBelow += by;
  }

  function drop(id: number, one: Held): void {
    if (removeSorted(one.node.shown, id, compare)) listed(one.node, -1);
    removeSorted(one.node.all, id, compare);
    count(one.node, one.status, -1);
    held.delete(id);
  }

  function heldOf(tracker: Tracker): Held {
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

  /** What is left to be found in the devices of a group, once its own name and those above have been looked through. */
  function openWords(node: GroupNode): readonly string[] {
    return words.filter((word) => {
      for (let at: GroupNode | null = node; at !== null; at = at.parent) {
        if (at.search.includes(word)) return false;
      }
      return true;
    });
  }

  function filterAll(): void {
    const all = [outside, ...nodes.values()];
    for (const node of all) {
      node.open = openWords(node);
      node.shownBelow = 0;
    }
    for (const node of all) {
      node.shown = node.all.filter((id) => {
        const one = held.get(id);
        return one !== undefined && passes(one);
      });
      for (let at: GroupNode | null = node; at !== null; at = at.parent) at.shownBelow += node.shown.length;
    }
  }

  return {
    setGroups(groups) {
      const before = nodes;
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
      // Devices keep their order: the lists go over whole, and only those of groups that came or went are looked at.
      const lost: number[] = [];
      for (const [groupId, node] of before) {
        const next = nodes.get(groupId);
        if (next === undefined) lost.push(...node.all);
        else next.all = node.all;
      }
      const found: number[] = [];
      outside.all = outside.all.filter((id) => {
        const groupId = held.get(id)?.groupId ?? null;
        const stays = groupId === null || !nodes.has(groupId);
        if (!stays) found.push(id);
        return stays;
      });
      outside.counts = NO_COUNTS;
      for (const id of [...lost, ...found]) {
        insertSorted(nodeOf(held.get(id)?.groupId ?? null).all, id, compare);
      }
      for (const node of [outside, ...nodes.values()]) {
        for (const id of node.all) {
          const one = held.get(id);
          if (one === undefined) continue;
          if (one.node !== node) held.set(id, { ...one, node });
          count(node, one.status, 1);
        }
      }
      filterAll();
    },
    setFilter(next) {
      filter = next;
      words = next.text.toLowerCase().split(/\s+/).filter(Boolean);
      filterAll();
    },
    moves(id, tracker) {
      const before = held.get(id);
      if (before === undefined || tracker === undefined) return before === tracker ? null : 'row';
      const { trackerName, label, imei, groupId, trackerStatusDto } = tracker;
      const same =
        before.name === trackerName &&
        before.label === label &&
        before.imei === imei &&
        before.groupId === groupId;
      if (!same) return 'row';
      return before.status === trackerStatusDto.status ? null : 'status';
    },
    put(id, tracker) {
      const before = held.get(id);
      if (before !== undefined) drop(id, before);
      if (tracker !== undefined) take(id, heldOf(tracker));
    },
    rows(folded) {
      const searched = words.length > 0;
      const filtered = searched || filter.status !== null;
      return flatten({
        roots,
        outside,
        isOpen: (groupId) => searched || !folded.has(groupId),
        // While something is searched, groups without a hit are left out; one that is itself found stays.
        isListed: (node) =>
          !filtered || node.shownBelow > 0 || (searched && filter.status === null && node.open.length === 0),
        placeOf(id) {
          const one = held.get(id);
          if (one === undefined) return null;
          const index = placeIn(one.node.shown, id, compare);
          return one.node.shown[index] === id ? { node: one.node, index } : null;
        },
      });
    },
    idsIn(groupId) {
      const ids: number[] = [];
      const add = (node: GroupNode) => {
        for (const id of node.shown) ids.push(id);
        for (const child of node.children) add(child);
      };
      add(nodeOf(groupId));
      return ids;
    },
    ids: () => held.keys(),
  };
}
