import { useCallback } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import { getObjectBounds, type MapObject } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';

/** Brings an object into view and opens its popup. */
export function useLocate(view: MapView | null): (object: MapObject) => void {
  return useCallback(
    (object) => {
      const bounds = getObjectBounds(object);
      if (view === null || bounds === null) return;
      const { west, south, east, north } = bounds;
      const center = { lng: (west + east) / 2, lat: (south + north) / 2 };
      if (object.kind === 'labelPoint') view.focus(center);
      else view.fit(bounds);
      useObjectsStore.getState().select({
        kind: object.kind,
        id: object.id,
        lngLat: popupLngLat(object, center),
        takeFocus: false,
      });
    },
    [view],
  );
}

/** The popup of a route is at the middle of its line, which is always on the route. */
function popupLngLat(object: MapObject, center: { readonly lng: number; readonly lat: number }) {
  if (object.kind !== 'route') return center;
  const { line } = object.source;
  const [lng, lat] = line[Math.floor(line.length / 2)] ?? [center.lng, center.lat];
  return { lng, lat };
}
