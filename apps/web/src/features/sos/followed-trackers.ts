import { useEffect, useState } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { scheduleFrame } from '../../live/schedule-frame.ts';
import { createTrackerStore, type TrackerStore } from '../../live/tracker-store.ts';

/** A store with only some of the trackers, which follows the live store. */
export function useFollowedTrackers(ids: readonly number[]): TrackerStore {
  const [store] = useState(() => createTrackerStore(scheduleFrame));
  useEffect(() => {
    const unsubscribers = ids.map((id) => {
      const copyTracker = () => {
        const tracker = liveStore.getTracker(id);
        store.putTrackers(tracker === undefined ? [] : [tracker], tracker === undefined ? [id] : []);
      };
      copyTracker();
      return liveStore.subscribeTracker(id, copyTracker);
    });
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      store.clear();
    };
  }, [ids, store]);
  return store;
}
