import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { DevicePoint } from './cluster-index.ts';
import type { ClusterLink } from './cluster-link.ts';
import { lngLatOf } from './device-feature.ts';
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
  setSingles(singles: readonly number[]): void;
  /** Adds missing markers and removes those that are no longer visible. */
  reconcile(): void;
}

export interface VisibleDevicesOptions {
  readonly store: Pick<TrackerStore, 'getTracker'>;
  readonly drawn: DrawnDevices;
  readonly change: ClusterLink['change'];
  /** Whether a device is spread: then it is drawn although it is clustered. */
  readonly isSpread: (id: number) => boolean;
  /** Called with whether an unclustered marker is in SOS. */
  readonly onSos: (any: boolean) => void;
  readonly requestFrame: () => void;
}

export function createVisibleDevices({
  store,
  drawn,
  change,
  isSpread,
  onSos,
  requestFrame,
}: VisibleDevicesOptions): VisibleDevices {
  let hidden: ReadonlySet<number> = new Set();
  /** Devices in the worker's index. */
  const indexedIds = new Set<number>();
  let singles: ReadonlySet<number> = new Set();

  function isVisible(tracker: Tracker | undefined): tracker is Tracker {
    return tracker !== undefined && !hidden.has(tracker.trackerId) && lngLatOf(tracker) !== null;
  }

  function refresh(ids: Iterable<number>): void {
    const devices: DevicePoint[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const tracker = store.getTracker(id);
      const at = tracker === undefined ? null : lngLatOf(tracker);
      if (isVisible(tracker) && at !== null) {
        devices.push({ id, ...at, status: tracker.trackerStatusDto.status });
        indexedIds.add(id);
        if (drawn.has(id)) drawn.redraw(tracker);
      } else if (indexedIds.delete(id)) {
        removed.push(id);
        drawn.remove(id);
      }
    }
    if (devices.length + removed.length > 0) change(devices, removed);
    requestFrame();
  }

  function reconcile(): void {
    for (const id of [...drawn.ids()]) if (!singles.has(id) && !isSpread(id)) drawn.remove(id);
    for (const id of singles) {
      const tracker = store.getTracker(id);
      if (!drawn.has(id) && isVisible(tracker)) drawn.add(tracker);
    }
    onSos([...singles].some((id) => store.getTracker(id)?.trackerStatusDto.status === 'SOS'));
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
      for (const id of ids) {
        const tracker = id === null ? undefined : store.getTracker(id);
        if (tracker !== undefined && drawn.has(tracker.trackerId)) drawn.redraw(tracker);
      }
      requestFrame();
    },
    setSingles(next) {
      singles = new Set(next);
      reconcile();
    },
    reconcile,
  };
}
