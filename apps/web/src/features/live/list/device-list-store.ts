import type { TrackerStore } from '../../../live/tracker-store.ts';
import { createDeviceTree, type DeviceFilter, type DeviceTree, type TreeGroup } from './device-tree.ts';
import type { DeviceRows } from './flat-rows.ts';

/** Rows do not jump under the pointer: changes of status are taken over together, milliseconds after the first. */
const STATUS_MS = 1_000;
/** Longer than this, in milliseconds, nothing is worked in: what is left follows after the next drawing. */
const SLICE_MS = 8;
/** While more is left, what has been worked in is shown at most this often, milliseconds: each time the list is drawn anew. */
const TELL_MS = 250;

type Source = Pick<TrackerStore, 'getTracker' | 'getIds' | 'subscribeChanges'>;

/** The lines of the device list as they are now, told outside of React. */
export interface DeviceListStore {
  readonly tree: Pick<DeviceTree, 'idsIn'>;
  /** Another object whenever a line or a count is another. */
  getRows(): DeviceRows;
  subscribe(listener: () => void): () => void;
  setGroups(groups: readonly TreeGroup[]): void;
  setFilter(filter: DeviceFilter): void;
  setFolded(folded: ReadonlySet<number | null>): void;
  /** Follows the live picture until the answered function is called. */
  start(): () => void;
}

export function createDeviceListStore(
  source: Source,
  compareNames: (a: string, b: string) => number,
): DeviceListStore {
  const tree = createDeviceTree(compareNames);
  const listeners = new Set<() => void>();
  let folded: ReadonlySet<number | null> = new Set();
  let rows = tree.rows(folded);
  /** What is still to be taken over. */
  let waiting = new Set<number>();
  let statuses = new Set<number>();
  let slice: ReturnType<typeof setTimeout> | null = null;
  let statusTimer: ReturnType<typeof setTimeout> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = false;

  function tell(): void {
    untold = false;
    toldAt = performance.now();
    rows = tree.rows(folded);
    for (const listener of listeners) listener();
  }

  function work(): void {
    slice = null;
    const end = performance.now() + SLICE_MS;
    for (const id of waiting) {
      waiting.delete(id);
      tree.put(id, source.getTracker(id));
      untold = true;
      if (performance.now() > end) break;
    }
    if (waiting.size > 0) slice = setTimeout(work);
    if (untold && (waiting.size === 0 || performance.now() - toldAt >= TELL_MS)) tell();
  }

  function note(ids: Iterable<number>): void {
    for (const id of ids) {
      const what = tree.moves(id, source.getTracker(id));
      if (what === 'row') waiting.add(id);
      else if (what === 'status') statuses.add(id);
    }
    if (waiting.size > 0 && slice === null) work();
    if (statuses.size === 0 || statusTimer !== null) return;
    statusTimer = setTimeout(() => {
      statusTimer = null;
      for (const id of statuses) waiting.add(id);
      statuses = new Set();
      if (slice === null) work();
    }, STATUS_MS);
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
      tell();
    },
    setFilter(filter) {
      tree.setFilter(filter);
      tell();
    },
    setFolded(next) {
      folded = next;
      tell();
    },
    start() {
      // What happened while nobody looked.
      note(new Set([...tree.ids(), ...source.getIds()]));
      const unsubscribe = source.subscribeChanges(({ added, changed, removed }) => {
        note(added);
        note(changed);
        note(removed);
      });
      return () => {
        unsubscribe();
        if (slice !== null) clearTimeout(slice);
        if (statusTimer !== null) clearTimeout(statusTimer);
        slice = null;
        statusTimer = null;
        waiting = new Set();
        statuses = new Set();
        if (untold) tell();
      };
    },
  };
}
