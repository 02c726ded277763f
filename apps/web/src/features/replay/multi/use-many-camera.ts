import { placeAt } from '@wakeline/domain/replay/playback';
import { useEffect, useRef } from 'react';
import { type FollowDevices, type FollowTarget, followPlaces } from '../../../map/devices/follow-devices.ts';
import type { LngLat, MapView } from '../../../map/map-view.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { Run } from './runs.ts';

interface ManyCameraOptions {
  readonly clock: ClockStore;
  /** Those that are shown on the map. */
  readonly runs: readonly Run[];
  readonly target: FollowTarget;
  /** The person looked elsewhere: nobody is followed any more. */
  readonly onLetGo: () => void;
}

/** Milliseconds between two looks at whether all are in view: as many projections as there are devices. */
const LOOK_MS = 250;

/** Keeps one device of a replay, or all that are shown, in view while they move. */
export function useManyCamera(view: MapView | null, options: ManyCameraOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const { clock, target } = options;
  const follow = useRef<FollowDevices>(null);

  useEffect(() => {
    if (view === null) return;
    const places = (wanted: number | 'all'): LngLat[] => {
      const { time } = clock.get();
      const { runs } = latest.current;
      return (wanted === 'all' ? runs : runs.filter(({ trackerId }) => trackerId === wanted)).flatMap(
        ({ track }) => placeAt(track, time) ?? [],
      );
    };
    let looked = 0;
    const subscribe = (moved: () => void) =>
      clock.subscribe(() => {
        const now = performance.now();
        if (latest.current.target === 'all' && clock.get().playing && now - looked < LOOK_MS) return;
        looked = now;
        moved();
      });
    const made = followPlaces(view, { places, subscribe }, () => latest.current.onLetGo());
    follow.current = made;
    made.follow(latest.current.target);
    return () => {
      follow.current = null;
      made.stop();
    };
  }, [view, clock]);

  useEffect(() => follow.current?.follow(target), [target]);
}
