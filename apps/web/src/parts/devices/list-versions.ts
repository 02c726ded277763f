import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { TrackerInfo, TrackerStore } from '../../live/tracker-store.ts';

/** Versions of the device list, which increase when it must be rebuilt. */
export interface ListVersions {
  /** Devices were added, removed, renamed, moved to another group, or got another icon. */
  readonly order: number;
  /** A device changed its status. At most once a second, so that rows do not jump under the pointer. */
  readonly status: number;
}

const STATUS_INTERVAL_MS = 1_000;

/** Whether its position, text or icon in a list changes, apart from the status. */
function affectsOrder(previous: TrackerInfo, next: TrackerInfo): boolean {
  if (previous === next) return false;
  return (
    previous.trackerName !== next.trackerName ||
    previous.label !== next.label ||
    previous.imei !== next.imei ||
    previous.groupId !== next.groupId ||
    previous.iconDto.iconUrl !== next.iconDto.iconUrl
  );
}

/** Watches the store for changes that affect a list of devices. Rows subscribe to their values themselves. */
export function watchList(
  store: Pick<TrackerStore, 'getInfo' | 'getStatus' | 'getIds' | 'subscribeChanges'>,
): {
  get(): ListVersions;
  subscribe(listener: () => void): () => void;
} {
  const listed = new Map<number, TrackerInfo>();
  const statuses = new Map<number, TrackerStatus>();
  let versions: ListVersions = { order: 0, status: 0 };

  /** Records the current state of a device and returns the kind of change. */
  function recordChange(id: number): 'order' | 'status' | null {
    const info = store.getInfo(id);
    const status = store.getStatus(id);
    if (info === undefined || status === undefined) {
      statuses.delete(id);
      return listed.delete(id) ? 'order' : null;
    }
    const previous = listed.get(id);
    const previousStatus = statuses.get(id);
    if (previous !== info) listed.set(id, info);
    if (previousStatus !== status) statuses.set(id, status);
    if (previous === undefined || affectsOrder(previous, info)) return 'order';
    return previousStatus === status ? null : 'status';
  }

  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function publish(change: 'order' | 'status'): void {
    versions = { ...versions, [change]: versions[change] + 1 };
    for (const listener of listeners) listener();
  }

  function start(): () => void {
    // Changes while nobody was subscribed.
    const ids = new Set([...listed.keys(), ...store.getIds()]);
    const missed = [...ids].map(recordChange).some((change) => change !== null);
    if (missed) versions = { order: versions.order + 1, status: versions.status + 1 };
    const unsubscribe = store.subscribeChanges(({ added, changed, removed }) => {
      const kinds = new Set<ReturnType<typeof recordChange>>();
      for (const ids of [added, changed, removed]) for (const id of ids) kinds.add(recordChange(id));
      if (kinds.has('order')) publish('order');
      if (!kinds.has('status') || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        publish('status');
      }, STATUS_INTERVAL_MS);
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }

  let stop: (() => void) | null = null;
  return {
    get: () => versions,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}
