import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { ClusterLink } from './cluster-link.ts';
import type { DrawnDevices } from './drawn-devices.ts';

/** The visible trackers of a store: what is sent to the cluster worker, and what it returns. */
export interface VisibleDevices {
  /** Unclustered markers in the worker's last result. */
  readonly singles: ReadonlySet<number>;
  setHidden(hidden: ReadonlySet<number>): void;
  /** Sends these to the worker, and redraws those that are on the map. */
  refresh(ids: Iterable<number>): void;
  /** Redraws those of these that are on the map. */
  redraw(ids: Iterable<number | null>): void;
  /** Sets the unclustered markers. */
  setSingles(singles: Iterable<number>): void;
  /** Adds missing markers and removes those that are no longer visible. */
  reconcile(): void;
}

export interface VisibleDevicesOptions {
  readonly store: Pick<TrackerStore, 'getTracker' | 'getLngLat' | 'getStatus'>;
  readonly drawn: DrawnDevices;
  readonly change: ClusterLink['change'];
  /** Whether a device is spread: then it is drawn although it is clustered. */
  readonly isSpread: (id: number) => boolean;
  readonly requestFrame: () => void;
}

export function createVisibleDevices({
  store,
  drawn,
  change,
  isSpread,
  requestFrame,
}: VisibleDevicesOptions): VisibleDevices {
  let hidden: ReadonlySet<number> = new Set();
  /** Devices in the worker's index. */
  const indexedIds = new Set<number>();
  let singles: ReadonlySet<number> = new Set();

  function isVisible(id: number): boolean {
    return !hidden.has(id) && store.getLngLat(id) !== null;
  }

  function refresh(ids: Iterable<number>): void {
    const devices: number[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const at = hidden.has(id) ? null : store.getLngLat(id);
      const status = store.getStatus(id);
      if (at !== null && status !== undefined) {
        devices.push(id, at.lng, at.lat, TRACKER_STATUSES.indexOf(status));
        indexedIds.add(id);
        if (drawn.has(id)) redraw(id);
      } else if (indexedIds.delete(id)) {
        removed.push(id);
        drawn.remove(id);
      }
    }
    if (devices.length + removed.length > 0) change(Float64Array.from(devices), removed);
    requestFrame();
  }

  function redraw(id: number): void {
    const tracker = store.getTracker(id);
    if (tracker !== undefined) drawn.redraw(tracker);
  }

  function reconcile(): void {
    for (const id of [...drawn.ids()]) if (!singles.has(id) && !isSpread(id)) drawn.remove(id);
    for (const id of singles) {
      const tracker = drawn.has(id) || !isVisible(id) ? undefined : store.getTracker(id);
      if (tracker !== undefined) drawn.add(tracker);
    }
    requestFrame();
  }

  return {
    get singles() {
      return singles;
    },
    setHidden(next) {
      if (next === hidden) return;
      const touched = new Set([...hidden, ...next].filter((id) => hidden.has(id) !== next.has(id)));
      hidden = next;
      refresh(touched);
    },
    refresh,
    redraw(ids) {
      for (const id of ids) if (id !== null && drawn.has(id)) redraw(id);
      requestFrame();
    },
    setSingles(next) {
      singles = new Set(next);
      reconcile();
    },
    reconcile,
  };
}
