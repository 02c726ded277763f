import { useEffect, useState } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { nextFrame } from '../../live/next-frame.ts';
import { createTrackerStore, type TrackerStore } from '../../live/tracker-store.ts';

/** A picture of some of the trackers alone, which follows the live one. */
export function useFollowedTrackers(ids: readonly number[]): TrackerStore {
  const [store] = useState(() => createTrackerStore(nextFrame));
  useEffect(() => {
    const stops = ids.map((id) => {
      const take = () => {
        const tracker = liveStore.getTracker(id);
        store.putTrackers(tracker === undefined ? [] : [tracker], tracker === undefined ? [id] : []);
      };
      take();
      return liveStore.subscribeTracker(id, take);
    });
    return () => {
      for (const stop of stops) stop();
      store.clear();
    };
  }, [ids, store]);
  return store;
}
