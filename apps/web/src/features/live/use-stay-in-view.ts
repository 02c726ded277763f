import { useEffect, useRef } from 'react';
import { liveStore } from '../../live/live-store.ts';
import { placeOf } from '../../map/devices/device-feature.ts';
import type { MapPadding, MapView } from '../../map/map-view.ts';

/** Brings the device that is looked at back into view where a panel or a card comes to lie over it: the map itself stays. */
export function useStayInView(view: MapView | null, trackerId: number | null, padding: MapPadding): void {
  const free = useRef<MapPadding | null>(null);
  const { left, right, top, bottom } = padding;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the free area is read anew whenever the padding changes
  useEffect(() => {
    const before = free.current;
    if (view === null) return;
    const now = view.freeArea();
    free.current = now;
    const tracker = trackerId === null ? undefined : liveStore.getTracker(trackerId);
    const place = tracker === undefined ? null : placeOf(tracker);
    // On its way it already is to be where the map is led to.
    if (before === null || place === null || view.engine.isMoving()) return;
    const at = view.project(place);
    // What lay beyond the edge before was left there by the person.
    if (isWithin(at, before) && !isWithin(at, now)) view.focus(place, view.engine.getZoom());
  }, [view, trackerId, left, right, top, bottom]);
}

function isWithin({ x, y }: { x: number; y: number }, { left, right, top, bottom }: MapPadding): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
