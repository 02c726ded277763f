import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { DevicePlace } from './cluster-index.ts';
import type { ClusterLink } from './cluster-link.ts';
import { placeOf } from './device-feature.ts';
import type { DrawnDevices } from './drawn-devices.ts';

/** Which trackers of a store the map shows: what the worker that clusters is given, and what it answers. */
export interface ShownDevices {
  /** Markers that stand alone, as the worker last said. */
  readonly singles: ReadonlySet<number>;
  setHidden(hidden: ReadonlySet<number>): void;
  /** Gives these to the worker, and draws those again that are drawn. */
  refresh(ids: Iterable<number>): void;
  /** Draws those of these again that are drawn. */
  redraw(ids: Iterable<number | null>): void;
  /** Takes over which markers stand alone. */
  take(singles: readonly number[]): void;
  /** Draws what is to be seen and is not yet, and takes away what is not to be seen any more. */
  settle(): void;
}

export interface ShownDevicesOptions {
  readonly store: Pick<TrackerStore, 'getTracker'>;
  readonly drawn: DrawnDevices;
  readonly change: ClusterLink['change'];
  /** Whether a device is spread out of others: it is drawn although it does not stand alone. */
  readonly isSpread: (id: number) => boolean;
  /** Whether one of the markers that stand alone is in SOS. */
  readonly onSos: (any: boolean) => void;
  readonly requestFrame: () => void;
}

export function createShownDevices({
  store,
  drawn,
  change,
  isSpread,
  onSos,
  requestFrame,
}: ShownDevicesOptions): ShownDevices {
  let hidden: ReadonlySet<number> = new Set();
  /** What the worker holds. */
  const held = new Set<number>();
  let singles: ReadonlySet<number> = new Set();

  function isShown(tracker: Tracker | undefined): tracker is Tracker {
    return tracker !== undefined && !hidden.has(tracker.trackerId) && placeOf(tracker) !== null;
  }

  function refresh(ids: Iterable<number>): void {
    const places: DevicePlace[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const tracker = store.getTracker(id);
      const at = tracker === undefined ? null : placeOf(tracker);
      if (isShown(tracker) && at !== null) {
        places.push({ id, ...at, status: tracker.trackerStatusDto.status });
        held.add(id);
        if (drawn.has(id)) drawn.redraw(tracker);
      } else if (held.delete(id)) {
        removed.push(id);
        drawn.remove(id);
      }
    }
    if (places.length + removed.length > 0) change(places, removed);
    requestFrame();
  }

  function settle(): void {
    for (const id of [...drawn.ids()]) if (!singles.has(id) && !isSpread(id)) drawn.remove(id);
    for (const id of singles) {
      const tracker = store.getTracker(id);
      if (!drawn.has(id) && isShown(tracker)) drawn.add(tracker);
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
    take(next) {
      singles = new Set(next);
      settle();
    },
    settle,
  };
}
