import { useEffect, useRef } from 'react';
import { liveStore } from '../../live/live-store.ts';
import type { MapPadding, MapView } from '../../map/map-view.ts';

/** Moves the map so that a panel or card that opens does not cover the selected device. */
export function useStayInView(view: MapView | null, trackerId: number | null, padding: MapPadding): void {
  const freeArea = useRef<MapPadding | null>(null);
  const { left, right, top, bottom } = padding;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the free area depends on the padding
  useEffect(() => {
    const previous = freeArea.current;
    if (view === null) return;
    const current = view.getFreeArea();
    freeArea.current = current;
    const lngLat = trackerId === null ? null : liveStore.getLngLat(trackerId);
    // A moving map already animates to the new free area.
    if (previous === null || lngLat === null || view.engine.isMoving()) return;
    const point = view.project(lngLat);
    // A device outside the free area before was moved there by the user.
    if (isWithin(point, previous) && !isWithin(point, current)) view.focus(lngLat, view.engine.getZoom());
  }, [view, trackerId, left, right, top, bottom]);
}

function isWithin({ x, y }: { x: number; y: number }, { left, right, top, bottom }: MapPadding): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
