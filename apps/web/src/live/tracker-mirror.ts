import { scheduleFrame } from './schedule-frame.ts';
import { createTrackerStore, type TrackerStore } from './tracker-store.ts';

/** A separate store with some of the trackers of another store, which is not modified. */
export interface Mirror {
  readonly store: TrackerStore;
  /** Follows the other store until the returned function is called. */
  start(): () => void;
}

export function createMirror(source: TrackerStore, trackerIds: readonly number[]): Mirror {
  const store = createTrackerStore(scheduleFrame);
  const copy = (ids: Iterable<number>) =>
    store.putTrackers(
      [...ids].flatMap((id) => source.getTracker(id) ?? []),
      [...ids].filter((id) => source.getTracker(id) === undefined),
    );
  return {
    store,
    start() {
      copy(trackerIds);
      return source.subscribeChanges(({ added, changed, removed }) => {
        const touched = trackerIds.filter((id) => added.has(id) || changed.has(id) || removed.has(id));
        if (touched.length > 0) copy(touched);
      });
    },
  };
}
