import type { TrackerStore } from '../../../live/tracker-store.ts';
import {
  createDeviceTree,
  type DeviceFilter,
  type DeviceTree,
  type ListedDevice,
  type TreeGroup,
} from './device-tree.ts';
import type { DeviceRows } from './flat-rows.ts';

/** Status changes are applied together after this time in milliseconds, so that rows do not jump under the pointer. */
const STATUS_DELAY_MS = 1_000;
/** Maximum duration of a slice in milliseconds; the rest follows after the next frame. */
const SLICE_MS = 8;
/**
 * While changes are pending, listeners are notified at this interval in milliseconds, because each notification renders
 * the list.
 */
const NOTIFY_INTERVAL_MS = 250;

type Source = Pick<TrackerStore, 'getInfo' | 'getStatus' | 'getIds' | 'subscribeChanges'>;

/** The current rows of the device list, outside React. */
export interface DeviceListStore {
  readonly tree: Pick<DeviceTree, 'idsIn'>;
  /** A new object whenever a row or a count has changed. */
  getRows(): DeviceRows;
  subscribe(listener: () => void): () => void;
  setGroups(groups: readonly TreeGroup[]): void;
  setFilter(filter: DeviceFilter): void;
  setExpectedCounts: DeviceTree['setExpectedCounts'];
  setCollapsed(collapsed: ReadonlySet<number | null>): void;
  /** Follows the live state until the returned function is called. */
  start(): () => void;
}

export function createDeviceListStore(
  source: Source,
  compareNames: (a: string, b: string) => number,
): DeviceListStore {
  const tree = createDeviceTree(compareNames);
  const listeners = new Set<() => void>();
  let collapsed: ReadonlySet<number | null> = new Set();
  let rows = tree.rows(collapsed);
  /** Changes still to be processed. */
  let pending = new Set<number>();
  let statusChanges = new Set<number>();
  let slice: ReturnType<typeof setTimeout> | null = null;
  let statusTimer: ReturnType<typeof setTimeout> | null = null;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let dirty = false;

  function getDevice(id: number): ListedDevice | undefined {
    const info = source.getInfo(id);
    const status = source.getStatus(id);
    if (info === undefined || status === undefined) return undefined;
    const { trackerName: name, label, imei, groupId } = info;
    return { name, label, imei, groupId, status };
  }

  function notify(): void {
    dirty = false;
    notifiedAt = performance.now();
    rows = tree.rows(collapsed);
    for (const listener of listeners) listener();
  }

  function processPending(): void {
    slice = null;
    const deadline = performance.now() + SLICE_MS;
    for (const id of pending) {
      pending.delete(id);
      tree.put(id, getDevice(id));
      dirty = true;
      if (performance.now() > deadline) break;
    }
    if (pending.size > 0) slice = setTimeout(processPending);
    if (dirty && (pending.size === 0 || performance.now() - notifiedAt >= NOTIFY_INTERVAL_MS)) notify();
  }

  function queueChanges(ids: Iterable<number>): void {
    for (const id of ids) {
      const change = tree.classifyChange(id, getDevice(id));
      if (change === 'row') pending.add(id);
      else if (change === 'status') statusChanges.add(id);
    }
    if (pending.size > 0 && slice === null) processPending();
    if (statusChanges.size === 0 || statusTimer !== null) return;
    statusTimer = setTimeout(() => {
      statusTimer = null;
      for (const id of statusChanges) pending.add(id);
      statusChanges = new Set();
      if (slice === null) processPending();
    }, STATUS_DELAY_MS);
  }

  return {
    tree,
    getRows: () => rows,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setGroups(groups) {
      tree.setGroups(groups);
      notify();
    },
    setFilter(filter) {
      tree.setFilter(filter);
      notify();
    },
    setExpectedCounts(counts) {
      tree.setExpectedCounts(counts);
      notify();
    },
    setCollapsed(next) {
      collapsed = next;
      notify();
    },
    start() {
      // Changes while it was stopped.
      queueChanges(new Set([...tree.ids(), ...source.getIds()]));
      const unsubscribe = source.subscribeChanges(({ added, changed, removed }) => {
        queueChanges(added);
        queueChanges(changed);
        queueChanges(removed);
      });
      return () => {
        unsubscribe();
        if (slice !== null) clearTimeout(slice);
        if (statusTimer !== null) clearTimeout(statusTimer);
        slice = null;
        statusTimer = null;
        pending = new Set();
        statusChanges = new Set();
        if (dirty) notify();
      };
    },
  };
}
