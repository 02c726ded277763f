import type { LngLat, MapView } from '../map-view.ts';

/** At lower zooms the position along the track is not recognizable. */
const CLOSE_ZOOM = 12;

/** Focuses a position of a replay, at the current zoom or closer. */
export function goTo(view: MapView, lngLat: LngLat): void {
  view.focus(lngLat, Math.max(view.engine.getZoom(), CLOSE_ZOOM));
}
