import { useEffect, useMemo } from 'react';
import { loadOverview, useLiveOverview } from '../../live/live-overview.ts';
import type { DevicesPreview } from '../../map/devices/devices-on-map.ts';
import type { MapView } from '../../map/map-view.ts';
import { useClient } from '../../service/client.ts';

/** Milliseconds after the last movement of the map until its area is requested. */
const SETTLE_MS = 300;

/**
 * What the map shows while the devices of a large account load, also where the user moves it meanwhile.
 *
 * @param hidesDevices the user has hidden devices: the overview contains them, so it is not drawn
 */
export function useDevicesPreview(view: MapView | null, hidesDevices: boolean): DevicesPreview | null {
  const client = useClient();
  const overview = useLiveOverview();
  const isLoading = overview !== null;

  useEffect(() => {
    if (view === null || !isLoading) return;
    const controller = new AbortController();
    let settle: ReturnType<typeof setTimeout> | undefined;
    const moved = view.engine.on('moveend', () => {
      clearTimeout(settle);
      settle = setTimeout(() => {
        const area = { bounds: view.getVisibleBounds(), zoom: Math.floor(view.engine.getZoom()) };
        void loadOverview(client, area, controller.signal);
      }, SETTLE_MS);
    });
    return () => {
      controller.abort(new Error('list loaded'));
      clearTimeout(settle);
      moved.unsubscribe();
    };
  }, [view, isLoading, client]);

  return useMemo(() => {
    if (overview === null || hidesDevices) return null;
    const { clusters, trackerIds, counts } = overview;
    return { clusters, singles: trackerIds, deviceCount: counts.all };
  }, [overview, hidesDevices]);
}
