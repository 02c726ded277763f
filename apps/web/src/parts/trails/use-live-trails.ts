import { useCallback, useMemo } from 'react';
import { liveStore, serverNow } from '../../live/live-store.ts';
import type { LoadTrails } from '../../live/trail-store.ts';
import type { MapView } from '../../map/map-view.ts';
import { useTrails } from '../../map/trails/use-trails.ts';
import { useClient } from '../../service/client.ts';
import { useTrailStore } from './use-trail-store.ts';

/** Loads the trails of the user's own devices from the history. */
export function useLoadTrails(): LoadTrails {
  const client = useClient();
  return useCallback(
    async (trackerIds, minutes, signal) => {
      const { trails } = await client.call(
        'queryTrails',
        { trackerIds: [...trackerIds], minutes },
        { signal },
      );
      return trails;
    },
    [client],
  );
}

interface LiveTrailsOptions {
  /** Minutes; 0: none. */
  readonly minutes: number;
  readonly hidden: ReadonlySet<number>;
  readonly selected: number | null;
  /** The device that the map follows. */
  readonly followed: number | null;
}

/** Trails behind the devices of the live map. */
export function useLiveTrails(
  view: MapView | null,
  { minutes, hidden, selected, followed }: LiveTrailsOptions,
): void {
  const trails = useTrailStore(liveStore, useLoadTrails(), serverNow);
  const alwaysVisible = useMemo(() => [selected, followed].filter((id) => id !== null), [selected, followed]);
  useTrails(view, {
    store: liveStore,
    trails,
    now: serverNow,
    minutes,
    hidden,
    always: alwaysVisible,
  });
}
