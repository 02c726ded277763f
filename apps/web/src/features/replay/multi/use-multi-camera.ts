import { positionAtTime } from '@wakeline/domain/replay/playback';
import { useEffect, useRef } from 'react';
import { type FollowDevices, type FollowTarget, followPoints } from '../../../map/devices/follow-devices.ts';
import type { LngLat, MapView } from '../../../map/map-view.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { Run } from './runs.ts';

interface MultiCameraOptions {
  readonly clock: ClockStore;
  /** The devices visible on the map. */
  readonly runs: readonly Run[];
  readonly target: FollowTarget;
  /** The user moved the map: nothing is followed any more. */
  readonly onRelease: () => void;
}

/**
 * Minimum interval between checks whether all devices are in view, because each one projects every device;
 * milliseconds.
 */
const CHECK_INTERVAL_MS = 250;

/** Keeps one device of a replay, or all visible ones, in view as they move. */
export function useMultiCamera(view: MapView | null, options: MultiCameraOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const { clock, target } = options;
  const follow = useRef<FollowDevices>(null);

  useEffect(() => {
    if (view === null) return;
    const getLngLats = (wanted: number | 'all'): LngLat[] => {
      const { time } = clock.get();
      const { runs } = latest.current;
      return (wanted === 'all' ? runs : runs.filter(({ trackerId }) => trackerId === wanted)).flatMap(
        ({ track }) => positionAtTime(track, time) ?? [],
      );
    };
    let checkedAt = 0;
    const subscribe = (onMove: () => void) =>
      clock.subscribe(() => {
        const now = performance.now();
        if (latest.current.target === 'all' && clock.get().playing && now - checkedAt < CHECK_INTERVAL_MS)
          return;
        checkedAt = now;
        onMove();
      });
    const created = followPoints(view, { getLngLats, subscribe }, () => latest.current.onRelease());
    follow.current = created;
    created.follow(latest.current.target);
    return () => {
      follow.current = null;
      created.stop();
    };
  }, [view, clock]);

  useEffect(() => follow.current?.follow(target), [target]);
}
