import { useEffect, useRef } from 'react';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { MapView } from '../map-view.ts';
import { type FollowDevices, type FollowTarget, followDevices } from './follow-devices.ts';

/**
 * Follows the target on the map; restarts with each map and store.
 *
 * @param onStop the user moved the map
 */
export function useFollowDevices(
  view: MapView | null,
  store: TrackerStore,
  target: FollowTarget,
  onStop: () => void,
): { readonly current: FollowDevices | null } {
  const follow = useRef<FollowDevices>(null);
  const latest = useRef({ target, onStop });
  latest.current = { target, onStop };
  useEffect(() => {
    if (view === null) return;
    const controller = followDevices(view, store, () => latest.current.onStop());
    follow.current = controller;
    controller.follow(latest.current.target);
    return () => {
      follow.current = null;
      controller.stop();
    };
  }, [view, store]);
  return follow;
}
