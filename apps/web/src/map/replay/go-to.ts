import type { LngLat, MapView } from '../map-view.ts';

/** From farther away nobody sees where on the way a device is. */
const CLOSE_ZOOM = 12;

/** Leads to a place of a replay: as near as the map is, or near enough to see the way around it. */
export function goTo(view: MapView, lngLat: LngLat): void {
  view.focus(lngLat, Math.max(view.engine.getZoom(), CLOSE_ZOOM));
}
