import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { MapView } from '../../map/map-view.ts';
import { parseMapPosition } from '../../parts/addresses/map-position-url.ts';
import { useObjectsStore } from '../../parts/map-objects/objects-store.ts';
import { useSearchParams } from '../../ui/search-params.ts';

/** Zoom at which streets are readable. */
const ZOOM = 15;

/** Moves the map to the position in the address, once per navigation, and opens its popup. */
export function useAddressPosition(view: MapView | null): void {
  const { key } = useLocation();
  const [query] = useSearchParams();
  const showWhatsHere = useObjectsStore((state) => state.showWhatsHere);
  const handledKey = useRef<string | null>(null);
  useEffect(() => {
    if (view === null || handledKey.current === key) return;
    handledKey.current = key;
    const position = parseMapPosition(query);
    if (position === null) return;
    const lngLat = { lng: position.longitude, lat: position.latitude };
    view.focus(lngLat, ZOOM);
    showWhatsHere(lngLat);
  }, [view, key, query, showWhatsHere]);
}
