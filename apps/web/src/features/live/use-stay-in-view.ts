import { useEffect, useRef } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { lngLatOf } from '../../map/devices/device-feature.ts';
import type { MapPadding, MapView } from '../../map/map-view.ts';

/** Brings the device that is looked at back into view where a panel or a card comes to lie over it: the map itself stays. */
export function useStayInView(view: MapView | null, trackerId: number | null, padding: MapPadding): void {
  const freeArea = useRef<MapPadding | null>(null);
  const { left, right, top, bottom } = padding;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the free area is read anew whenever the padding changes
  useEffect(() => {
    const previous = freeArea.current;
    if (view === null) return;
    const current = view.getFreeArea();
    freeArea.current = current;
    const tracker = trackerId === null ? undefined : liveStore.getTracker(trackerId);
    const lngLat = tracker === undefined ? null : lngLatOf(tracker);
    // On its way it already is to be where the map is led to.
    if (previous === null || lngLat === null || view.engine.isMoving()) return;
    const point = view.project(lngLat);
    // What lay beyond the edge before was left there by the person.
    if (isWithin(point, previous) && !isWithin(point, current)) view.focus(lngLat, view.engine.getZoom());
  }, [view, trackerId, left, right, top, bottom]);
}

function isWithin({ x, y }: { x: number; y: number }, { left, right, top, bottom }: MapPadding): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
